import { afterEach, expect, it, vi } from 'vitest';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import {
  isTarget,
  labelTarget,
  targetOfAll,
  targetOfRows,
  targetOfUser,
} from '../../../src/renderer/actions/target.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { findTarget, offerTargets, presentTarget } from '../../../src/renderer/actions/find-target.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A window whose main process finds so many proxies for any rows. */
function stubProxies(proxyCount: number): string[] {
  const asked: string[] = [];
  vi.stubGlobal('window', {
    bridge: {
      request(name: string) {
        asked.push(name);
        return Promise.resolve(JSON.stringify({ ok: true, value: proxyCount }));
      },
    },
  });
  return asked;
}

it('counts the proxies of rows without naming them, however many rows there are', async () => {
  const asked = stubProxies(1500);
  const account = new AccountState(new AppState(), 'a', listColumns);
  const rows = { list: 'services', kind: 'query', where: 'type:isp' } as const;
  const target = await findTarget(account, targetOfRows(rows, { count: null }));
  expect(labelTarget(target)).toBe('The 1,500 proxies of the services found by the filter');
  expect(target.rows).toEqual(rows);
  const ids = Array.from({ length: 600 }, (_, at) => String(at));
  const selected = targetOfRows({ list: 'services', kind: 'ids', ids }, { count: 600 });
  expect(labelTarget(await findTarget(account, selected))).toBe('The 1,500 proxies of 600 selected services');
  expect(asked).toEqual(['proxies:count', 'proxies:count']);
});

it('takes a selection for the user of the filter', () => {
  const app = new AppState();
  app.view = 'proxies';
  const account = new AccountState(app, 'a', listColumns);
  account.lists.proxies.text = 'user:alice';
  vi.spyOn(account.selected.proxies, 'count', 'get').mockReturnValue(2);
  expect(presentTarget(account)).toMatchObject({ count: 2, userId: 'alice' });
});

it('offers each choice of proxies once: what the dialog was opened for, the filter, everything', () => {
  const app = new AppState();
  app.view = 'proxies';
  const account = new AccountState(app, 'a', listColumns);
  const labels = (first: Parameters<typeof offerTargets>[1]): readonly string[] =>
    offerTargets(account, first).map(labelTarget);
  expect(labels(targetOfAll(250))).toEqual(['All 250 proxies']);
  expect(labels(targetOfUser('alice', 48))).toEqual(['The 48 proxies of alice', 'All proxies']);
  account.lists.proxies.text = 'country:US';
  const filtered = presentTarget(account);
  if (!isTarget(filtered)) throw new Error('The filter is valid.');
  expect(labels(filtered)).toEqual(['Proxies found by the filter', 'All proxies']);
  expect(labels(targetOfAll(250))).toEqual(['All 250 proxies', 'Proxies found by the filter']);
});

it('takes a code that waits for its suggestions as leaving the field will apply it', () => {
  const app = new AppState();
  app.view = 'proxies';
  const account = new AccountState(app, 'a', listColumns);
  account.lists.proxies.type('country:US', 10);
  expect(account.lists.proxies.appliedText).toBe('');
  expect(presentTarget(account)).toMatchObject({ rows: { kind: 'query', where: 'country:US' } });
});
