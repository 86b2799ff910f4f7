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
} from '../../../src/renderer/account/find-target.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('says that the services that are shown are too many, instead of taking the first thousand', async () => {
  const serviceCount = 1500;
  vi.stubGlobal('window', {
    bridge: {
      request(name: string, { limit = 0 }: { limit?: number }) {
        const rows = Array.from({ length: Math.min(limit, serviceCount) }, (_, at) => ({
          service_id: String(at),
        }));
        const value = name === 'list:rows' ? rows : serviceCount;
        return Promise.resolve(JSON.stringify({ ok: true, value }));
      },
    },
  });
  const account = new AccountState(new AppState(), 'a', listColumns);
  const shown = { kind: 'shown', list: 'services', where: 'type:isp' } as const;
  await expect(findTarget(account, shown)).rejects.toThrow(/^1,500 services are too many/);
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
