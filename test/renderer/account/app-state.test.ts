import { afterEach, expect, test, vi } from 'vitest';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import type { DialogRequest } from '../../../src/renderer/account/dialog-request.ts';
import type { AccountSummary } from '../../../src/shared/account.ts';
import { defaultSettings } from '../../../src/shared/settings.ts';
import { patience } from '../../support/patience.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const accountWith = (id: string): AccountSummary => ({ id, isCurrent: true }) as AccountSummary; // no more is read here

/** Opens the profile when `find` is called. */
function openLate(app: AppState) {
  const { promise, resolve } = Promise.withResolvers<DialogRequest>();
  const opening = app.openFound(
    () => promise,
    (found) => found,
  );
  return async (): Promise<DialogRequest | null> => {
    resolve({ kind: 'profile' });
    await opening;
    return app.dialog;
  };
}

test('a dialog opens once its beginning is found', async () => {
  const app = new AppState();
  app.accounts = [accountWith('a')];
  expect(await openLate(app)()).toEqual({ kind: 'profile' });
});

test('a dialog that is found late does not replace one that was opened meanwhile', async () => {
  const app = new AppState();
  const find = openLate(app);
  app.dialog = { kind: 'settings' };
  expect(await find()).toEqual({ kind: 'settings' });
});

test('a dialog that is found late does not open in another account', async () => {
  const app = new AppState();
  app.accounts = [accountWith('a')];
  const find = openLate(app);
  app.accounts = [accountWith('b')];
  expect(await find()).toBeNull();
});

/** The other end of the bridge: replies to requests in the order in which they came, when asked to. */
function playMain() {
  const replies: ((reply: string) => void)[] = [];
  vi.stubGlobal('window', {
    bridge: { request: () => new Promise<string>((resolve) => replies.push(resolve)), on: () => () => undefined },
  });
  const reply = (body: unknown): void => replies.shift()?.(JSON.stringify(body));
  return {
    succeed(value: unknown) {
      reply({ ok: true, value });
    },
    fail() {
      reply({ ok: false, failure: { code: 'internal', message: 'No.' } });
    },
    hasRequest: () => vi.waitUntil(() => replies.length > 0, patience),
  };
}

test('a change of settings begins from the one before, whose reply is still on its way', async () => {
  const main = playMain();
  const app = new AppState();
  const add = (url: string): Promise<void> => app.changeSettings({ testUrls: [...app.settings.testUrls, url] });
  const [url = ''] = defaultSettings.testUrls;
  const first = add('https://a.example/');
  const second = add('https://b.example/');
  const both = [url, 'https://a.example/', 'https://b.example/'];
  expect(app.settings.testUrls).toEqual(both);
  main.succeed({ ...defaultSettings, testUrls: [url, 'https://a.example/'] });
  await first;
  expect(app.settings.testUrls).toEqual(both);
  main.succeed({ ...defaultSettings, testUrls: both });
  await second;
  expect(app.settings.testUrls).toEqual(both);
});

test('settings that could not be saved are those that are stored', async () => {
  const main = playMain();
  const app = new AppState();
  const change = app.changeSettings({ theme: 'dark' });
  main.fail();
  await main.hasRequest();
  main.succeed(defaultSettings);
  await change;
  expect(app.settings.theme).toBe(defaultSettings.theme);
  expect(app.toasts.all).toHaveLength(1);
});
