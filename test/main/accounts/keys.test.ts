import { builtWorker } from '../../support/built-worker.ts';
import Database from 'better-sqlite3';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../../src/main/app.ts';
import type { Keychain } from '../../../src/main/accounts/keychain.ts';
import { asFailure } from '../../../src/shared/failure.ts';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { startApp } from '../../support/start-app.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { makeUser } from '../store/support.ts';
import { listen } from '../../support/listen.ts';

const keys = { publicKey: 'public-key-1', privateKey: 'private-key-1' };

/** A server that takes down the private keys it is sent and answers as the service does. */
async function startServer(): Promise<{ baseUrl: string; sentKeys: unknown[]; requestCount: () => number }> {
  const sentKeys: unknown[] = [];
  const server = createServer(({ headers }, response) => {
    sentKeys.push(headers['x-api-private-key']);
    response.end('{"data":{"customer_id":1}}');
  });
  const port = await listen(server);
  const baseUrl = `http://127.0.0.1:${String(port)}/1.0`;
  return { baseUrl, sentKeys, requestCount: () => sentKeys.length };
}

const start = (dataDir: string, keychain: Keychain): App => startApp(dataDir, { keychain });

function setBaseUrl(dataDir: string, baseUrl: string): void {
  const registry = new Database(join(dataDir, 'registry.sqlite'));
  registry.prepare('UPDATE account SET base_url = ?').run(baseUrl);
  registry.close();
}

const codeOf = (work: unknown): Promise<string> =>
  Promise.resolve(work).then(
    () => 'ok',
    (error: unknown) => asFailure(error).code,
  );

test('a base URL changed in the file gets no key until they are entered for it', async () => {
  const dataDir = makeTemporaryFolder();
  const keychain = createMemoryKeychain();
  const [own, other] = [await startServer(), await startServer()];
  const first = start(dataDir, keychain);
  const account = { name: 'A', baseUrl: own.baseUrl, ...keys };
  const { id: accountId } = await first.handlers['accounts:add'](account);
  // A session reads the list of accounts once, so each check is a start of the app.
  const check = async (): Promise<string> => {
    const app = start(dataDir, keychain);
    try {
      return await codeOf(app.handlers['accounts:check']({ accountId }));
    } finally {
      await app.close();
    }
  };
  setBaseUrl(dataDir, other.baseUrl);
  expect(await check()).toBe('keys-missing');
  // Plain http beyond this machine is refused although it was not typed in.
  setBaseUrl(dataDir, 'http://192.0.2.1/1.0');
  expect(await check()).toBe('keys-missing');
  setBaseUrl(dataDir, 'nonsense');
  expect(await check()).toBe('keys-missing');
  expect(other.requestCount()).toBe(0);
  // Another path of the same origin is fine.
  setBaseUrl(dataDir, own.baseUrl.replace('/1.0', '/2.0'));
  expect(await check()).toBe('ok');
  expect(own.requestCount()).toBe(1);
  await first.handlers['accounts:set-keys']({ accountId, baseUrl: other.baseUrl, ...keys });
  expect(await check()).toBe('ok');
  expect(other.requestCount()).toBe(1);
});

test('keys in memory are bound to their address as well', async () => {
  const dataDir = makeTemporaryFolder();
  const [own, other] = [await startServer(), await startServer()];
  const app = start(dataDir, createMemoryKeychain());
  const account = { name: 'A', baseUrl: own.baseUrl, ...keys, keysInMemory: true };
  const { id: accountId } = await app.handlers['accounts:add'](account);
  setBaseUrl(dataDir, other.baseUrl);
  expect(await codeOf(app.handlers['accounts:check']({ accountId }))).toBe('keys-missing');
  expect(other.requestCount()).toBe(0);
});

test('an entry of the keychain without an origin is not used', async () => {
  const dataDir = makeTemporaryFolder();
  const keychain = createMemoryKeychain();
  const { baseUrl, requestCount } = await startServer();
  const app = start(dataDir, keychain);
  const { id: accountId } = await app.handlers['accounts:add']({ name: 'A', baseUrl, ...keys });
  keychain.entries.set(accountId, { ...keys, origin: '' });
  await expect(app.handlers['accounts:check']({ accountId })).rejects.toMatchObject({
    failure: { code: 'keys-missing' },
  });
  expect(requestCount()).toBe(0);
});

test('keys that are tried are checked like those that are stored', async () => {
  const { baseUrl, requestCount } = await startServer();
  const app = start(makeTemporaryFolder(), createMemoryKeychain());
  for (const privateKey of ['a\r\nb', 'clé', 'two words', '\t']) {
    await expect(app.handlers['accounts:try']({ baseUrl, publicKey: 'p', privateKey })).rejects.toMatchObject({
      failure: { code: privateKey === '\t' ? 'keys-missing' : 'invalid-input' },
    });
  }
  expect(requestCount()).toBe(0);
  await app.handlers['accounts:try']({ baseUrl, publicKey: ' p ', privateKey: 'q\n' });
  expect(requestCount()).toBe(1);
});

/** An account that another process has open, with the password of a user in its cache. */
async function openElsewhere() {
  const dataDir = makeTemporaryFolder();
  const keychain = createMemoryKeychain();
  const { baseUrl, sentKeys } = await startServer();
  const other = start(dataDir, keychain);
  const { id: accountId } = await other.handlers['accounts:add']({ name: 'A', baseUrl, ...keys });
  const cachePassword = async (): Promise<void> => {
    const { store, client } = other.session(accountId);
    await client();
    store.syncs.writePage('proxy_users', [makeUser('alice')]);
  };
  await cachePassword();
  const reveal = (app: App): unknown => app.handlers['passwords:reveal']({ accountId, id: 'alice' });
  return {
    accountId,
    dataDir,
    workerFile: builtWorker,
    keychain,
    sentKeys,
    reveal,
    /** Replaces the keys in the other process, and fetches the password again. */
    replaceKeys: async (privateKey: string): Promise<void> => {
      await other.handlers['accounts:set-keys']({ ...keys, accountId, baseUrl, privateKey });
      await cachePassword();
    },
  };
}

test('keys that another process replaces are used for the service and for the cached passwords', async () => {
  const { accountId, dataDir, keychain, sentKeys, reveal, replaceKeys } = await openElsewhere();
  const app = start(dataDir, keychain);
  await app.handlers['accounts:check']({ accountId });
  expect(await reveal(app)).toBe('password of alice');
  await replaceKeys('key-2');
  expect(await reveal(app)).toBe('password of alice');
  await app.handlers['accounts:check']({ accountId });
  await replaceKeys('key-3');
  await app.handlers['accounts:check']({ accountId });
  expect(sentKeys).toEqual([keys.privateKey, 'key-2', 'key-3']);
});

test('keys that were read before another process replaced them do not replace those again', async () => {
  const { accountId, dataDir, keychain, sentKeys, reveal, replaceKeys } = await openElsewhere();
  let isReplaced = false;
  const app = start(dataDir, {
    ...keychain,
    async read(id) {
      const read = await keychain.read(id);
      if (!isReplaced) await replaceKeys('key-2');
      isReplaced = true;
      return read;
    },
  });
  expect(await reveal(app)).toBe('password of alice');
  await app.handlers['accounts:check']({ accountId });
  expect(sentKeys).toEqual(['key-2']);
});
