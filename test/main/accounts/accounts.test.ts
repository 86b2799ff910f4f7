import Database from 'better-sqlite3';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAccounts, type Accounts, createKeys } from '../../../src/main/accounts/accounts.ts';
import { openRegistry } from '../../../src/main/accounts/registry.ts';
import { acquireLock } from '../../../src/main/lock.ts';
import { expectPrivate } from '../../support/expect-private.ts';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const northwind = {
  name: 'Northwind',
  baseUrl: 'https://api.example.com/1.0/',
  publicKey: 'pub-1',
  privateKey: 'priv-1',
};

const deleteFiles = (): Promise<void> => Promise.resolve();

function open(file = join(makeTemporaryFolder(), 'registry.sqlite')): {
  accounts: Accounts;
  keychain: ReturnType<typeof createMemoryKeychain>;
  file: string;
} {
  const registry = openRegistry(file);
  onTestFinished(() => {
    registry.close();
  });
  const keychain = createMemoryKeychain();
  return { accounts: createAccounts({ registry, keys: createKeys(keychain), deleteFiles }), keychain, file };
}

test('an added account becomes current, its keys are in the keychain and its file is private', async () => {
  const { accounts, keychain, file } = open();
  const added = await accounts.add(northwind);
  expect(added).toEqual({
    id: added.id,
    name: 'Northwind',
    kind: 'service',
    base_url: 'https://api.example.com/1.0',
    isCurrent: true,
    keyPlace: 'keychain',
  });
  expect(keychain.entries.get(added.id)).toEqual({
    publicKey: 'pub-1',
    privateKey: 'priv-1',
    origin: 'https://api.example.com',
  });
  expectPrivate(file);
});

test('the keys of an account whose addition was killed are removed at the next start', async () => {
  const file = join(makeTemporaryFolder(), 'registry.sqlite');
  const keychain = createMemoryKeychain();
  const start = () => {
    const registry = openRegistry(file);
    return { registry, accounts: createAccounts({ registry, keys: createKeys(keychain), deleteFiles }) };
  };
  const killed = start();
  const write = keychain.write.bind(keychain);
  const isWritten = new Promise<void>((resolve) => {
    // The process ends here: nothing that follows the write takes place.
    keychain.write = async (id, keys) => {
      await write(id, keys);
      resolve();
      return new Promise(() => undefined);
    };
  });
  void killed.accounts.add(northwind);
  await isWritten;
  killed.registry.close();
  expect(keychain.entries.size).toBe(1);

  const next = start();
  onTestFinished(() => {
    next.registry.close();
  });
  expect(next.accounts.list()).toEqual([]);
  await next.accounts.finishRemovals();
  expect(keychain.entries.size).toBe(0);
  expect(next.registry.leaving()).toEqual([]);
  keychain.write = write;
  await next.accounts.add(northwind);
  expect(keychain.entries.size).toBe(1);
});

test('keys that were stored for an account in memory by a change that was killed are removed with it', async () => {
  const { accounts, keychain } = open();
  const { id } = await accounts.add({ ...northwind, keysInMemory: true });
  const write = keychain.write.bind(keychain);
  const isWritten = new Promise<void>((resolve) => {
    keychain.write = async (id, keys) => {
      await write(id, keys);
      resolve();
      return new Promise(() => undefined);
    };
  });
  void accounts.setKeys(id, northwind.baseUrl, northwind, false);
  await isWritten;
  expect(keychain.entries.size).toBe(1);
  await accounts.remove(id);
  expect(keychain.entries.size).toBe(0);
});

test('a demo account gets no keys', async () => {
  const { accounts, keychain } = open();
  const { id } = accounts.addDemo(10);
  await expect(accounts.setKeys(id, northwind.baseUrl, northwind, false)).rejects.toThrow('cannot be changed');
  expect(keychain.entries.size).toBe(0);
});

test('an addition by another process is not undone while it waits for the keychain', async () => {
  const { file, keychain } = open();
  const registry = openRegistry(file);
  onTestFinished(() => {
    registry.close();
  });
  const lock = () => acquireLock(`${file}.lock`);
  const parts = { registry, keys: createKeys(keychain), deleteFiles, lock };
  const write = keychain.write.bind(keychain);
  keychain.write = async (id, keys) => {
    await write(id, keys);
    await createAccounts(parts).finishRemovals();
  };
  const { name } = await createAccounts(parts).add(northwind);
  expect(createAccounts(parts).list()).toMatchObject([{ name, keyPlace: 'keychain' }]);
  expect(keychain.entries.size).toBe(1);
});

test('the keys of an account whose name another process took meanwhile are not left in the keychain', async () => {
  const { accounts, keychain, file } = open();
  const write = keychain.write.bind(keychain);
  keychain.write = async (id, keys) => {
    await write(id, keys);
    keychain.write = write;
    const registry = openRegistry(file);
    await createAccounts({ registry, keys: createKeys(keychain), deleteFiles }).add(northwind);
    registry.close();
  };
  await expect(accounts.add(northwind)).rejects.toMatchObject({ failure: { code: 'name-taken' } });
  expect(accounts.list()).toHaveLength(1);
  expect([...keychain.entries.keys()]).toEqual(accounts.list().map(({ id }) => id));
});

test.each([
  ['no name', { name: ' ' }],
  ['a name of 101 characters', { name: 'n'.repeat(101) }],
  ['a name with a control character', { name: 'a\u0007b' }],
  ['no whole address', { baseUrl: 'api.example.com' }],
  ['a key with a space', { publicKey: 'pub 1' }],
])('an account with %s is refused, and no key is stored', async (_what, changes) => {
  const { accounts, keychain } = open();
  await expect(accounts.add({ ...northwind, ...changes })).rejects.toMatchObject({
    failure: { code: 'invalid-input' },
  });
  expect(accounts.list()).toEqual([]);
  expect(keychain.entries.size).toBe(0);
});

test('an account whose keys the keychain rejects is not added, unless the keys are kept in memory', async () => {
  const { accounts, keychain } = open();
  keychain.isAvailable = false;
  await expect(accounts.add(northwind)).rejects.toMatchObject({ failure: { code: 'keychain-unavailable' } });
  expect(accounts.list()).toEqual([]);
  const added = await accounts.add({ ...northwind, keysInMemory: true });
  expect(added.keyPlace).toBe('memory');
});

test('keys kept in memory are missing in the next run, and the account reports it', async () => {
  const first = open();
  const added = await first.accounts.add({ ...northwind, keysInMemory: true });
  const registry = openRegistry(first.file);
  onTestFinished(() => {
    registry.close();
  });
  const keys = createKeys(first.keychain);
  const record = createAccounts({ registry, keys, deleteFiles }).byId(added.id);
  expect(keys.place(record)).toBe('none');
  await expect(keys.of(record)).rejects.toMatchObject({ failure: { code: 'keys-missing' } });
});

test.each([
  [{ name: '  ' }, 'invalid-input'],
  [{ name: 'a\nb' }, 'invalid-input'],
  [{ baseUrl: 'api.example.com' }, 'invalid-input'],
  [{ baseUrl: 'http://api.example.com/1.0' }, 'invalid-input'],
  [{ baseUrl: 'http://api.localhost/1.0' }, 'invalid-input'],
  [{ baseUrl: 'http://127.0.0.1.example.com/1.0' }, 'invalid-input'],
  [{ baseUrl: 'https://u:p@api.example.com/1.0' }, 'invalid-input'],
  [{ baseUrl: 'ftp://api.example.com' }, 'invalid-input'],
  [{ privateKey: '' }, 'keys-missing'],
  [{ privateKey: 'a\r\nX-Injected: 1' }, 'invalid-input'],
  [{ name: 'NORTHWIND' }, 'name-taken'],
])('an account with %j is refused with %s', async (change, code) => {
  const { accounts } = open();
  await accounts.add(northwind);
  await expect(accounts.add({ ...northwind, name: 'Other', ...change })).rejects.toMatchObject({ failure: { code } });
  expect(accounts.list()).toHaveLength(1);
});

test('removing an account removes its keys from the keychain, or keeps both and reports it', async () => {
  const { accounts, keychain } = open();
  const { id } = await accounts.add(northwind);
  keychain.isAvailable = false;
  await expect(accounts.remove(id)).rejects.toMatchObject({ failure: { code: 'keychain-unavailable' } });
  expect(accounts.list()).toHaveLength(1);
  keychain.isAvailable = true;
  await accounts.remove(id);
  expect(accounts.list()).toEqual([]);
  expect(keychain.entries.size).toBe(0);
});

test('several accounts are listed in the order they were added, and one is current', async () => {
  const { accounts } = open();
  const first = await accounts.add(northwind);
  accounts.addDemo(250);
  accounts.addDemo(250);
  expect(accounts.list().map(({ name, isCurrent }) => [name, isCurrent])).toEqual([
    ['Northwind', false],
    ['Demo', false],
    ['Demo 2', true],
  ]);
  accounts.select(first.id);
  expect(accounts.named(undefined).name).toBe('Northwind');
  expect(accounts.named('demo 2').kind).toBe('demo');
  expect(() => accounts.named('nobody')).toThrow(/account "nobody" does not exist/);
});

test('a data folder that is not a folder is reported', () => {
  const file = join(makeTemporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => openRegistry(join(file, 'registry.sqlite'))).toThrow(/cannot be written to/);
});

test.runIf(process.platform === 'linux')('a data folder that cannot be created is reported', () => {
  expect(() => openRegistry('/proc/x/registry.sqlite')).toThrow(/cannot be written to/);
});

test.each<[string, (file: string) => void, string]>([
  [
    'of a newer version',
    (file) => {
      const db = new Database(file);
      db.pragma('user_version = 99');
      db.close();
    },
    'database-newer',
  ],
  [
    'that is not a database',
    (file) => {
      writeFileSync(file, 'not a database');
    },
    'database-damaged',
  ],
])('a list of accounts %s is refused and not changed', (_, change, code) => {
  const file = join(makeTemporaryFolder(), 'registry.sqlite');
  openRegistry(file).close();
  change(file);
  const before = readFileSync(file);
  expect(() => openRegistry(file)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ code }) as unknown }) as Error,
  );
  expect(readFileSync(file)).toEqual(before);
});

test('the account of the environment is first and leaves nothing in the registry', () => {
  const registry = openRegistry(join(makeTemporaryFolder(), 'registry.sqlite'));
  onTestFinished(() => {
    registry.close();
  });
  const environment = { name: 'env', baseUrl: 'http://127.0.0.1:9/1.0', keys: { publicKey: 'p', privateKey: 'q' } };
  const parts = { registry, keys: createKeys(createMemoryKeychain()), deleteFiles, environment };
  const account = createAccounts(parts).named(undefined);
  expect(account).toMatchObject({ kind: 'environment', name: 'env' });
  expect(createAccounts(parts).named('env').id).toBe(account.id);
  expect(registry.list()).toEqual([]);
});
