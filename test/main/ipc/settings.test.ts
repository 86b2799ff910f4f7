import { expect, test } from 'vitest';
import { accountSettingRows, defaultSettings, readSettings } from '../../../src/shared/settings.ts';
import { openApp } from '../../support/open-app.ts';

test('a setting that is changed leaves the others as they are', async () => {
  const applied: unknown[] = [];
  const { ask } = await openApp({
    desktop: {
      canUpdate: true,
      endsWithWindow: true,
      loginStart: { isOn: () => false, set: () => undefined },
      applySettings: (settings) => applied.push(settings),
    },
  });
  expect(await ask('settings:get', undefined)).toEqual(defaultSettings);
  await ask('settings:set', { theme: 'dark' });
  const both = { ...defaultSettings, theme: 'dark', syncIntervalMinutes: 15 };
  expect(await ask('settings:set', { syncIntervalMinutes: 15 })).toEqual(both);
  expect(applied.at(-1)).toEqual(both);
  const wrong = { clipboardClearSeconds: -1 as 0 };
  await expect(ask('settings:set', wrong)).rejects.toThrow();
});

test('an installation that cannot update itself reports that, whatever is set', async () => {
  const { ask } = await openApp();
  expect(await ask('settings:set', { installUpdates: true })).toMatchObject({
    installUpdates: null,
    whenClosed: null,
    startsAtLogin: null,
  });
});

test('whether the app starts at login is asked of the system at each look, and is not saved', async () => {
  let isOn = false;
  const loginStart = {
    isOn: () => isOn,
    set: (isWanted: boolean) => {
      isOn = isWanted;
    },
  };
  const { ask } = await openApp({ desktop: { loginStart } });
  expect(await ask('settings:set', { startsAtLogin: true })).toMatchObject({ startsAtLogin: true });
  isOn = false;
  expect(await ask('settings:get', undefined)).toMatchObject({ startsAtLogin: false });
  const source = await openApp();
  await expect(source.ask('settings:set', { startsAtLogin: true })).rejects.toThrow('Only an installed app');
  expect(await source.ask('settings:set', { startsAtLogin: false })).toMatchObject({ startsAtLogin: null });
});

test('an account has settings of its own, in its records', async () => {
  const { ask, accountId } = await openApp();
  const initial = readSettings(accountSettingRows, {});
  expect(await ask('settings:get-account', { accountId })).toEqual(initial);
  const changes = { proxyUserId: 'harbor8234' };
  const changed = { ...initial, ...changes };
  expect(await ask('settings:set-account', { accountId, changes })).toEqual(changed);
  expect(await ask('settings:get-account', { accountId })).toEqual(changed);
});
