import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { openAccount } from '../../../src/renderer/account/open-account.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import type { Events } from '../../../src/shared/ipc.ts';
import { patience } from '../../support/patience.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A main process that answers nothing and sends the events of the test. */
function playMain() {
  const listeners = new Set<{ name: string; take: (event: unknown) => void }>();
  const requests: string[] = [];
  vi.stubGlobal('window', {
    bridge: {
      request(name: string) {
        requests.push(name);
        return Promise.withResolvers<string>().promise;
      },
      on(name: string, take: (event: unknown) => void) {
        const listener = { name, take };
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  return {
    requests,
    listenerCount: () => listeners.size,
    send: <K extends keyof Events>(name: K, event: Events[K]) => {
      for (const listener of listeners) if (listener.name === name) listener.take(event);
    },
  };
}
const progressOf = (accountId: string) => ({ accountId, resource: 'proxies', received: 10, expected: 20 }) as const;

it('knows which other accounts have a gateway that is on', () => {
  const { send } = playMain();
  const account = new AccountState(new AppState(), 'account-1', listColumns);
  const stop = openAccount(account);
  send('gateway:changed', { accountId: 'account-2', isOn: true, openCount: 0 });
  send('gateway:changed', { accountId: 'account-2', isOn: true, openCount: 3 });
  expect(account.gateway.others).toEqual([{ accountId: 'account-2', openCount: 3 }]);
  expect(account.gateway.isOn).toBe(false);
  send('gateway:changed', { accountId: 'account-2', isOn: false, openCount: 0 });
  expect(account.gateway.others).toEqual([]);
  stop();
});

it('takes the events of its own account only', () => {
  const main = playMain();
  const account = new AccountState(new AppState(), 'a', listColumns);
  openAccount(account);
  main.send('sync:progress', progressOf('b'));
  main.send('store:changed', { accountId: 'b' });
  expect(account.sync.progress).toBeNull();
  expect(account.storeChanges).toBe(0);
  main.send('sync:progress', progressOf('a'));
  expect(account.sync.progress?.received).toBe(10);
  // The details follow the first sync like its rows.
  expect(account.storeChanges).toBe(1);
  main.send('store:changed', { accountId: 'a' });
  expect(account.storeChanges).toBe(2);
});

it('shows the rows of the last page of a first sync that came, if the next one takes long', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const main = playMain();
  const account = new AccountState(new AppState(), 'a', listColumns);
  const stop = openAccount(account);
  for (let page = 0; page < 3; page += 1) main.send('sync:progress', progressOf('a'));
  expect(account.storeChanges).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(account.storeChanges).toBe(2);
  main.send('sync:progress', progressOf('a'));
  main.send('sync:progress', progressOf('a'));
  stop();
  vi.advanceTimersByTime(60_000);
  expect(account.storeChanges).toBe(3);
});

it('counts the rows of the first sync by its progress, without a request', () => {
  const main = playMain();
  const account = new AccountState(new AppState(), 'a', listColumns);
  openAccount(account);
  const state = { accountId: 'a', lastCompletedAt: null, counts: { services: 3, proxies: 4 } } as Events['sync:state']; // the other fields are not read here
  main.send('sync:state', state);
  const asked = (): number => main.requests.filter((name) => name === 'sync:state').length;
  const askedBefore = asked();
  main.send('sync:progress', { ...progressOf('a'), received: 0 });
  expect(account.sync.state?.counts).toMatchObject({ services: 3, proxies: 4 });
  main.send('sync:progress', progressOf('a'));
  expect(account.sync.state?.counts).toMatchObject({ services: 3, proxies: 10 });
  expect(asked()).toBe(askedBefore);
  main.send('sync:state', { ...state, lastCompletedAt: '2026-11-21T08:00:00.000Z' });
  main.send('sync:progress', progressOf('a'));
  expect(account.sync.state?.counts.proxies).toBe(4);
});

it('reports a test that ended before the account knew that it ran, and one that it already lists as ended', () => {
  const main = playMain();
  const account = new AccountState(new AppState(), 'a', listColumns);
  openAccount(account);
  const ended = {
    accountId: 'a',
    id: 1,
    name: '',
    state: 'finished',
    proxyCount: 1,
    proxiesTested: 1,
    proxiesPassed: 1,
  } as Events['tests:progress']; // the other fields are not read here
  main.send('tests:progress', ended);
  expect(account.app.toasts.all.map(({ text }) => text)).toEqual(['Test finished: 1 of 1 proxy work.']);
  account.app.toasts.all = [];
  account.tests.take({ ...ended, id: 2 });
  main.send('tests:progress', { ...ended, id: 2 });
  expect(account.app.toasts.all).toHaveLength(1);
});

it('stops listening when another account is opened', () => {
  const main = playMain();
  const stop = openAccount(new AccountState(new AppState(), 'a', listColumns));
  expect(main.listenerCount()).toBeGreaterThan(0);
  stop();
  expect(main.listenerCount()).toBe(0);
});

it('loads what is on screen first, and the rest once that is painted', async () => {
  const asked: string[] = [];
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => frames.push(paint));
  vi.stubGlobal('window', {
    bridge: {
      request(name: string, args: { readonly list?: string }) {
        asked.push(args.list === undefined ? name : `${name} ${args.list}`);
        // What is not a list stays unanswered.
        return args.list === undefined
          ? Promise.withResolvers<string>().promise
          : Promise.resolve('{"ok":true,"value":[]}');
      },
      on: () => () => undefined,
    },
  });
  const app = new AppState();
  app.view = 'proxies';
  const loading = new AccountState(app, 'a', listColumns).load();
  await vi.waitFor(() => {
    expect(frames).toHaveLength(1);
  }, patience);
  // The saved columns and the runs decide which columns the list has.
  expect(asked.toSorted()).toEqual(['list:count proxies', 'list:rows proxies', 'saved:list', 'tests:list']);
  for (const paint of frames) paint();
  await loading;
  expect(asked).toContain('list:rows services');
  expect(asked).toContain('overview:get');
});

it('opens a service that is named by its ID, under the filter that is there', () => {
  playMain();
  const account = new AccountState(new AppState(), 'a', listColumns);
  account.lists.services.filter('type:isp');
  account.showService('s1');
  expect(account.app.view).toBe('services');
  expect(account.lists.services.text).toBe('type:isp');
});
