import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '../../shared/failure.ts';
import type { ApiClient, ClientParts } from '../api/http/client.ts';
import { refuseLink } from '../data-dir.ts';
import type { KeyPair } from './keychain.ts';
import type { Keys } from './accounts.ts';
import type { GatewayTarget } from '../gateway/gateways.ts';
import type { Log } from '../ports.ts';
import { untilReleased } from '../files.ts';
import type { AccountRecord } from './registry.ts';
import { type Store, openOrRebuildStore } from '../store/index.ts';
import { acquireLock } from '../lock.ts';
import { requestLogOf } from '../store/sqlite/request-log.ts';
import { recordsFileOf } from '../store/sqlite/user-records.ts';
import { testLockFile, type TestedAccount } from '../test-runs/runs.ts';
import { startDemo, type RunningDemo } from '../threads/demo-thread.ts';
import { createThreadPool, type ThreadPool } from '../threads/thread-pool.ts';
import { diskFull } from '../store/sqlite/sqlite-failure.ts';

export type Session = ReturnType<typeof openSession>;

/** Opens caches in `<dataDir>/accounts`. */
export function createSessions(parts: {
  dataDir: string;
  keys: Keys;
  log: Log;
  workerFile: URL;
  account: (accountId: string) => AccountRecord;
}) {
  const open = new Map<string, Session>();
  const folder = join(parts.dataDir, 'accounts');
  const fileOf = (account: AccountRecord): string => join(folder, `${account.id}.sqlite`);
  const namesIn = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);
  const close = async (accountId: string): Promise<void> => {
    const session = open.get(accountId);
    if (!session) return;
    open.delete(accountId);
    await session.close();
  };
  return {
    /** Opens it if needed, without key and network. Failures of `parts.account` and the store. */
    of: (accountId: string): Session => {
      const known = open.get(accountId);
      if (known) return known;
      const account = parts.account(accountId);
      const session = openSession({ ...parts, account, databaseFile: fileOf(account) });
      open.set(accountId, session);
      return session;
    },
    openIds: (): readonly string[] => [...open.keys()],
    /** While the past of a demo is written, nothing may happen in its present. */
    isWritingPast: (accountId: string): boolean => open.get(accountId)?.isWritingPast === true,
    close,
    async closeAll(): Promise<void> {
      await Promise.all([...open.keys()].map(close));
    },
    /** Closes the session and deletes all files that can be. Failure `file-failed`. */
    async deleteFiles(account: AccountRecord): Promise<void> {
      await close(account.id);
      // Logs, locks, backups and damaged files begin with its name.
      const names = namesIn(folder).filter((name) => name.startsWith(`${account.id}.`));
      const deletions = await Promise.allSettled(
        names.map((name) => untilReleased(() => rm(join(folder, name), { force: true }))),
      );
      const faults = deletions.filter((deletion) => deletion.status === 'rejected');
      if (faults.length === 0) return;
      throw fail(
        'file-failed',
        `${faults.length === 1 ? 'A file' : `${String(faults.length)} files`} of the account could not be deleted, probably because another program uses them. Its keys were removed. Proxydeck tries again at the next start.`,
        { cause: faults[0]?.reason },
      );
    },
  };
}

interface Connected {
  readonly client: ApiClient;
  readonly service: ClientParts;
  readonly demo: RunningDemo | undefined;
}

function openSession(parts: { account: AccountRecord; databaseFile: string; keys: Keys; log: Log; workerFile: URL }) {
  const { databaseFile, keys, log, workerFile } = parts;
  let { account } = parts;
  [databaseFile, recordsFileOf(databaseFile), requestLogOf(databaseFile)].forEach(refuseLink);
  const { store, setAside } = openOrRebuildStore({ file: databaseFile, log });
  endAbandonedTestRuns(store, databaseFile, log);
  for (const name of setAside) log.info('damaged database moved aside', { as: name });
  let connection: Promise<Connected> | undefined;

  const keyPair = (): Promise<KeyPair> =>
    account.kind === 'demo' ? Promise.resolve(demoKeys(account)) : keys.of(account);
  let unlockedWith: KeyPair | undefined;
  let isWritingPast = false;
  const disconnect = async (): Promise<void> => {
    const connecting = connection;
    connection = undefined;
    const connected = await connecting?.catch(() => undefined);
    await connected?.client.close();
    await connected?.demo?.close();
  };
  /** Another process may have replaced them. */
  const forgetOldKeys = (): void => {
    if (!unlockedWith || store.isUnlocked) return;
    unlockedWith = undefined;
    void disconnect();
  };
  const unlock = async (): Promise<KeyPair> => {
    forgetOldKeys();
    // The keychain is asked once per session.
    if (unlockedWith) return unlockedWith;
    let pair = await keyPair();
    if (!(await store.whenFree(() => store.unlock(pair.privateKey)))) {
      // Another process may have replaced keys and cache.
      pair = await keyPair();
      if (await workers.call('keys:renew', pair.privateKey)) {
        log.info('cached passwords discarded: new key');
      }
      await store.whenFree(() => store.unlock(pair.privateKey));
    }
    return (unlockedWith = pair);
  };
  const makeConnection = async (): Promise<Connected> => {
    const pair = await unlock();
    const demo = account.kind === 'demo' ? await openDemo(workerFile, account) : undefined;
    // As slow to load as the rest of the app.
    const { createClient } = await import('../api/http/client.ts');
    const service = { baseUrl: demo?.baseUrl ?? account.baseUrl, ...pair };
    return { client: createClient(service), service, demo };
  };
  const connect = (): Promise<Connected> => {
    forgetOldKeys();
    if (connection) return connection;
    const connecting = makeConnection();
    connection = connecting;
    // The keychain may be unlocked next time.
    connecting.catch(() => {
      if (connection === connecting) connection = undefined;
    });
    return connecting;
  };
  const workers: ThreadPool = store.isAlone
    ? { call: () => Promise.reject(diskFull()), release: () => undefined, close: () => Promise.resolve() }
    : createThreadPool({
        file: workerFile,
        databaseFile,
        unlock: async () => (await unlock()).privateKey,
      });

  return {
    get account() {
      return account;
    },
    store,
    workers,
    syncTarget: {
      accountId: account.id,
      store,
      databaseFile,
      connect: async () => (await connect()).service,
    },
    tested: {
      accountId: account.id,
      isDemo: account.kind === 'demo',
      store,
      databaseFile,
      client: async () => (await connect()).client,
      calls: {
        create: (plan, options) => workers.call('tests:create', plan, options),
        plan: (testRunId, options) => workers.call('tests:plan', testRunId, options),
        nextBatch: (batch, options) => workers.call('tests:next-batch', batch, options),
        // The demo's service is on this machine.
        probe: (testRunId, options) =>
          workers.call('tests:probe', { testRunId, serviceUrl: account.baseUrl || 'http://localhost' }, options),
      },
    } satisfies TestedAccount,
    gatewayTarget: {
      store,
      databaseFile,
      async unlock() {
        // Its thread could not open the files.
        if (store.isAlone) throw diskFull();
        return (await unlock()).privateKey;
      },
      writeRequests: (batch) => workers.call('requests:write', batch),
    } satisfies GatewayTarget,
    /** Damaged files that were moved aside. */
    setAside,
    unlock: async (): Promise<void> => {
      await unlock();
    },
    /** Also unlocks the cache; failures of `Keys.of`. */
    client: async () => (await connect()).client,
    /** Writes the past of a demo that has one, once. Failures of the store. */
    async writePast(): Promise<void> {
      if (account.demoProxyCount !== null || store.syncs.lastRun().lastAttemptAt !== null) return;
      isWritingPast = true;
      try {
        const { demo } = await connect();
        await demo?.writePast(databaseFile);
      } finally {
        isWritingPast = false;
      }
    },
    get isWritingPast() {
      return isWritingPast;
    },
    /** Replaces the client after keys or base URL changed. */
    async renewKeys(changed: AccountRecord): Promise<void> {
      account = changed;
      await disconnect();
      unlockedWith = undefined;
      await unlock();
    },
    async close(): Promise<void> {
      await workers.close();
      await disconnect();
      store.close();
    },
  };
}

/** Interrupts runs stored as running without a lock. */
function endAbandonedTestRuns(store: Store, databaseFile: string, log: Log): void {
  // Nothing can be written.
  if (store.isAlone) return;
  let release: ReturnType<typeof acquireLock>;
  try {
    release = acquireLock(testLockFile(databaseFile));
    if (release) store.testRuns.interruptRunning();
  } catch (error) {
    // The account can be used all the same.
    log.error('end of abandoned test runs', error);
  } finally {
    release?.();
  }
}

/** Demo keys protect generated data only. */
function demoKeys(account: AccountRecord): KeyPair {
  return { publicKey: `demo-public-${account.id}`, privateKey: `demo-private-${account.id}` };
}

async function openDemo(file: URL, account: AccountRecord): Promise<RunningDemo> {
  try {
    return await startDemo(file, { proxyCount: account.demoProxyCount, ...demoKeys(account) });
  } catch (cause) {
    throw fail(
      'unreachable',
      'The demo service could not start on this computer. The cached data is unchanged. Try again.',
      { cause },
    );
  }
}
