import { afterEach, expect, it, vi } from 'vitest';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import {
  labelTarget,
  targetOfAll,
  targetOfUser,
} from '../../../src/renderer/account/action-target.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import {
  findTarget,
  offerTargets,
  presentTarget,
} from '../../../src/renderer/actions/find-target.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A window whose main process has these services, and a proxy of each. */
function stubServices(serviceCount: number): string[] {
  const asked: string[] = [];
  const ids = Array.from({ length: serviceCount }, (_, at) => String(at));
  vi.stubGlobal('window', {
    bridge: {
      request(name: string, { limit = 0 }: { limit?: number }) {
        asked.push(name);
        const values: { readonly [name: string]: unknown } = {
          'list:count': serviceCount,
          'list:rows': ids.slice(0, limit).map((id) => ({ service_id: id })),
          'proxies:of': ids.map((id) => `proxy ${id}`),
        };
        return Promise.resolve(JSON.stringify({ ok: true, value: values[name] }));
      },
    },
  });
  return asked;
}

it('takes the proxies of all services that are shown, even if they are too many for a filter', async () => {
  const asked = stubServices(1500);
  const account = new AccountState(new AppState(), 'a', listColumns);
  const rows = { kind: 'query', where: 'type:isp' } as const;
  const shown = { kind: 'rows', list: 'services', rows, count: null } as const;
  const target = await findTarget(account, shown);
  expect(labelTarget(target)).toBe('The 1,500 proxies of 1,500 services found by the filter');
  expect(target.proxies).toMatchObject({ kind: 'ids' });
  expect(asked).toEqual(['list:count', 'proxies:of']);
});

it('names the services that are shown in a filter if they fit, because it needs no list of proxies', async () => {
  stubServices(2);
  const account = new AccountState(new AppState(), 'a', listColumns);
  const rows = { kind: 'query', where: 'type:isp' } as const;
  const shown = { kind: 'rows', list: 'services', rows, count: null } as const;
  const { proxies } = await findTarget(account, shown);
  expect(proxies).toEqual({ kind: 'query', where: 'service:=0,=1' });
});

it('takes the proxies of more selected services than a filter can name', async () => {
  stubServices(600);
  const account = new AccountState(new AppState(), 'a', listColumns);
  const ids = Array.from({ length: 600 }, (_, at) => String(at));
  const target = await findTarget(account, {
    kind: 'rows',
    list: 'services',
    rows: { kind: 'ids', ids },
    count: 600,
    name: null,
  });
  expect(labelTarget(target)).toBe('The 600 proxies of 600 selected services');
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
  if (filtered.kind !== 'proxies') throw new Error('The filter is valid.');
  expect(labels(filtered)).toEqual(['Proxies found by the filter', 'All proxies']);
  expect(labels(targetOfAll(250))).toEqual(['All 250 proxies', 'Proxies found by the filter']);
});
