import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createOsKeychain, type CredentialStore } from '../../../src/main/accounts/keychain.ts';
import { FailureError, type FailureCode } from '../../../src/shared/failure.ts';

const keys = { publicKey: 'pub-1', privateKey: 'priv-1', origin: 'https://api.example.com' };

/** A keychain in memory that can misbehave the way real ones do. */
function createStore(
  behaviour: { isLocked?: boolean } = {},
): CredentialStore & { entries: Map<string, string>; behaviour: { isLocked?: boolean } } {
  const entries = new Map<string, string>();
  return {
    entries,
    behaviour,
    // A locked Secret Service answers reads with "nothing" and refuses writes.
    getPassword: (_service, account) =>
      Promise.resolve(behaviour.isLocked === true ? null : (entries.get(account) ?? null)),
    setPassword(_service, account, password) {
      if (behaviour.isLocked === true) {
        return Promise.reject(new Error('Cannot create an item in a locked collection'));
      }
      entries.set(account, password);
      return Promise.resolve();
    },
    deletePassword: (_service, account) => Promise.resolve(behaviour.isLocked !== true && entries.delete(account)),
  };
}

async function codeOf(work: Promise<unknown>): Promise<FailureCode | 'none'> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof FailureError) return error.failure.code;
    throw error;
  }
}

test('a key pair is returned unchanged, and is removed', async () => {
  const store = createStore();
  const keychain = createOsKeychain({ load: () => Promise.resolve(store) });
  await keychain.write('a', keys);
  expect(await keychain.read('a')).toEqual(keys);
  await keychain.remove('a');
  expect(await keychain.read('a')).toBeUndefined();
  expect(store.entries.size).toBe(0);
});

test('a locked keychain is never read as "no key"', async () => {
  const store = createStore();
  const keychain = createOsKeychain({ load: () => Promise.resolve(store) });
  await keychain.write('a', keys);
  store.behaviour.isLocked = true;
  expect(await codeOf(keychain.read('a'))).toBe('keychain-locked');
  expect(await codeOf(keychain.write('b', keys))).toBe('keychain-locked');
  expect(await codeOf(keychain.remove('a'))).toBe('keychain-locked');
  store.behaviour.isLocked = false;
  expect(await keychain.read('a')).toEqual(keys);
});

test.each([
  ['linux', /libsecret-1-dev.*g\+\+.*npm run setup/],
  ['darwin', /xcode-select --install.*npm run setup/],
  ['win32', /Visual Studio Build Tools.*npm run setup/],
] as const)('without a compiled module, %s gets told what compiles it', async (platform, advice) => {
  const cause = Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });
  const keychain = createOsKeychain({ platform, load: () => Promise.reject(cause) });
  await expect(keychain.read('a')).rejects.toThrow(advice);
  await expect(keychain.read('a')).rejects.toThrow(/keep the keys in memory for this run/);
});

test('a keychain that cannot be loaded or reached is unavailable', async () => {
  const unloadable = createOsKeychain({
    platform: 'linux',
    load: () => Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file')),
  });
  expect(await codeOf(unloadable.read('a'))).toBe('keychain-unavailable');
  await expect(unloadable.read('a')).rejects.toThrow(/module could not be loaded.*libsecret/);
  const unreachable = createOsKeychain({
    load: () =>
      Promise.resolve({
        ...createStore(),
        getPassword: () => Promise.reject(new Error('The name org.freedesktop.secrets was not provided')),
      }),
  });
  expect(await codeOf(unreachable.read('a'))).toBe('keychain-unavailable');
});

test('a call without a response ends at its deadline, and only one waits at a time', async () => {
  let answer: (value: string | null) => void = () => undefined;
  let calls = 0;
  const store: CredentialStore = {
    ...createStore(),
    getPassword: () => {
      calls += 1;
      return new Promise((resolve) => (answer = resolve));
    },
  };
  const keychain = createOsKeychain({ deadlineMs: 50, load: () => Promise.resolve(store) });
  const reads = Array.from({ length: 8 }, (_, index) => codeOf(keychain.read(String(index))));
  expect(new Set(await Promise.all(reads))).toEqual(new Set(['keychain-unavailable']));
  expect(calls).toBe(1);
  answer(JSON.stringify(keys));
  // The late answer frees the place.
  await nextTurn();
  const again = keychain.read('again');
  await expect.poll(() => calls).toBe(2);
  answer(JSON.stringify(keys));
  expect(await again).toEqual(keys);
});

test('an entry that Proxydeck did not write is rejected without being shown', async () => {
  const store = createStore();
  store.entries.set('a', 'secret of another app');
  const keychain = createOsKeychain({ load: () => Promise.resolve(store) });
  await expect(keychain.read('a')).rejects.toThrow(/^((?!secret of another app).)*$/);
  expect(await codeOf(keychain.read('a'))).toBe('keys-missing');
});

test('an entry without an origin is rejected, because it could be for another address', async () => {
  const store = createStore();
  store.entries.set('a', JSON.stringify({ publicKey: 'pub-1', privateKey: 'priv-1' }));
  const keychain = createOsKeychain({ load: () => Promise.resolve(store) });
  expect(await codeOf(keychain.read('a'))).toBe('keys-missing');
});

test('keys that are too long for Windows are rejected there and stored elsewhere', async () => {
  const store = createStore();
  const load = (): Promise<CredentialStore> => Promise.resolve(store);
  const long = { ...keys, privateKey: 'k'.repeat(2500) };
  const windows = createOsKeychain({ load, platform: 'win32' });
  await expect(windows.write('a', long)).rejects.toThrow(/too long.*Credential Manager/);
  expect(store.entries.size).toBe(0);
  await windows.write('a', { ...keys, privateKey: 'k'.repeat(2400) });
  await createOsKeychain({ load, platform: 'linux' }).write('b', long);
  expect(store.entries.size).toBe(2);
});

test('on macOS the message says why the system asks', async () => {
  const load = (): Promise<CredentialStore> =>
    Promise.resolve({ ...createStore(), getPassword: () => Promise.reject(new Error('no')) });
  await expect(createOsKeychain({ load, platform: 'darwin' }).read('a')).rejects.toThrow(/Always Allow/);
  await expect(createOsKeychain({ load, platform: 'linux' }).read('a')).rejects.toThrow(/GNOME Keyring/);
});
