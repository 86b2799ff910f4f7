import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppState } from '../../../../src/renderer/account/app-state.svelte.ts';
import { findElsewhere } from '../../../../src/renderer/app/commands/find-elsewhere.ts';
import type { NoticeTarget } from '../../../../src/shared/notifications.ts';
import type { Handlers } from '../../../../src/main/ipc/handlers/handlers.ts';
import { openApp } from '../../../support/open-app.ts';

/** An app with two demo accounts, the first of which is open. */
let app: AppState;
let openId: string;
let otherId: string;
const opened: [string, NoticeTarget][] = [];

beforeEach(async () => {
  const { ask, accountId } = await openApp({ proxyCount: 12 });
  const second = await ask('accounts:add-demo', { proxyCount: 30 });
  [openId, otherId] = [accountId, second.id];
  for (const id of [openId, otherId]) await ask('sync:run', { accountId: id });
  vi.stubGlobal('window', {
    bridge: {
      // The real handlers, without the window between.
      request: async (name: keyof Handlers, args: never) =>
        JSON.stringify({ ok: true, value: await ask(name, args) }),
      cancel: () => undefined,
    },
  });
  app = new AppState();
  await app.selectAccount(openId);
  opened.length = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const find = (text: string) =>
  findElsewhere(app, text, (accountId, target) => {
    opened.push([accountId, target]);
  });

it('finds services, proxies and proxy users of the accounts that are not open', async () => {
  const users = await find('harbor8234');
  expect(users.map(({ title, group, note }) => [title, group, note])).toEqual([
    ['harbor8234', 'Other accounts', 'Demo'],
  ]);
  users[0]?.run();
  expect(opened).toEqual([[otherId, { view: 'users', filter: 'id:harbor8234' }]]);
  const proxies = await find('203.0.113.1');
  expect(proxies.length).toBeGreaterThan(0);
  // Three of a kind at most, and each is a row of the account that it names.
  expect(proxies.length).toBeLessThanOrEqual(3);
  expect(proxies.every(({ title }) => title.startsWith('203.0.113.1'))).toBe(true);
  expect((await find('ISP New York')).some(({ icon }) => icon === 'services')).toBe(true);
});

it('finds nothing by two characters, and nothing of the open account', async () => {
  expect(await find('ha')).toEqual([]);
  app.accounts = app.accounts.filter(({ id }) => id === openId);
  expect(await find('harbor8234')).toEqual([]);
});
