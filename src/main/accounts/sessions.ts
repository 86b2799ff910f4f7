import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../../shared/failure.ts';
import { createClient, type ApiClient } from '../api/client.ts';
import { refuseLink } from '../data-dir.ts';
import type { KeyPair } from './keychain.ts';
import type { Keys } from './keys.ts';
import type { Log } from '../ports.ts';
import type { AccountRecord } from './registry.ts';
import type { Store } from '../store/contract.ts';
import { openOrRebuildStore } from '../store/index.ts';
import { acquireLock } from '../store/files/lock.ts';
import { recordsFileOf } from '../store/files/user-records.ts';
import { testLockFile } from '../testing/runs.ts';
import type { SyncTarget } from '../sync/engine.ts';
import { startDemo, type RunningDemo } from '../workers/demo.ts';
import { createJobRunner, type JobRunner } from '../workers/jobs.ts';
import { createReader, type Reader } from '../workers/reader.ts';

/** One account in use: its offline copy, and the service behind it once keys are at hand. */
export interface Session {
  readonly account: AccountRecord;
  readonly store: Store;
  /** Answers the window's requests about the cache. */
  readonly reader: Reader;
  /** Does long work on the cache. */
  readonly jobs: Pick<JobRunner, 'run'>;
  /** What a sync of this account works on. */
  readonly syncTarget: SyncTarget;
  /** The names that damaged files got when this session set them aside. */
  readonly setAside: readonly string[];
  /** Whether other files stand in the place of those that this session has open. */
  readonly isReplaced: () => boolean;
  /** Unlocks the passwords of the offline copy with the account's private key, and gives that key. */
  readonly unlock: () => Promise<string>;
  /** Gives the client, with the offline copy unlocked. Failures as of `Keys.of`. */
  readonly client: () => Promise<ApiClient>;
  /** Forgets the client and its keys, after keys or address have changed; `account` has them as they are now. */
  readonly renewKeys: (account: AccountRecord) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Sessions {
  /** Opens the account's cache, once. Needs no key and no network. */
  get(account: AccountRecord): Session;
  /** Whether a session is open whose files are no longer in their place. */
  isReplaced(accountId: string): boolean;
  close(accountId: string): Promise<void>;
  closeAll(): Promise<void>;
  /** Closes the session and deletes the account's files. */
  deleteFiles(account: AccountRecord): Promise<void>;
}

/** Opens offline copies in `<dataDir>/accounts`, one database file an account. */
export function createSessions(parts: {
  dataDir: string;
  keys: Keys;
  log: Log;
  /** The built worker; without it everything runs in this thread. */
  workerFile?: URL | undefined;
}): Sessions {
  const open = new Map<string, Session>();
  const folder = join(parts.dataDir, 'accounts');
  const fileOf = (account: AccountRecord): string => join(folder, `${account.id}.sqlite`);
  const namesIn = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);
  const close = async (accountId: string): Promise<void> => {
    const session = open.get(accountId);
    open.delete(accountId);
    await session?.close();
  };
  return {
    get(account) {
      const known = open.get(account.id);
      if (known) return known;
      const session = openSession({ ...parts, account, databaseFile: fileOf(account) });
      open.set(account.id, session);
      return session;
    },
    isReplaced: (accountId) => open.get(accountId)?.isReplaced() === true,
    close,
    async closeAll() {
      await Promise.all([...open.keys()].map(close));
    },
    async deleteFiles(account) {
      await close(account.id);
      try {
        // Logs, locks, backups and files that were set aside are all named after it.
        for (const name of namesIn(folder)) {
          if (name.startsWith(`${account.id}.`)) rmSync(join(folder, name), { force: true });
        }
      } catch (cause) {
        throw fail(
          'file-failed',
          'A file of the account is in use and could not be deleted; its keys are gone. Proxydeck deletes the rest when it starts next.',
          { cause },
        );
      }
    },
  };
}

interface Connected {
  readonly client: ApiClient;
  readonly privateKey: string;
}

function openSession(parts: {
  account: AccountRecord;
  databaseFile: string;
  keys: Keys;
  log: Log;
  workerFile?: URL | undefined;
}): Session {
  const { databaseFile, keys, log, workerFile } = parts;
  let { account } = parts;
  [databaseFile, recordsFileOf(databaseFile)].forEach(refuseLink);
  const { store, setAside } = openOrRebuildStore({ file: databaseFile });
  const files = [databaseFile, recordsFileOf(databaseFile)];
  const opened = files.map(identify);
  endAbandonedTestRuns(store, databaseFile);
  for (const name of setAside) log.info('database set aside', { as: name });
  const reader = createReader(workerFile, databaseFile, store);
  let demo: Promise<RunningDemo> | undefined;
  let connection: Promise<Connected> | undefined;

  const demoService = (): Promise<RunningDemo> => (demo ??= openDemo(workerFile, account));
  const keyPair = (): Promise<KeyPair> =>
    account.kind === 'demo' ? Promise.resolve(demoKeys(account)) : keys.of(account);
  let unlockedWith: string | undefined;
  const unlockWith = ({ privateKey }: KeyPair): string => {
    if (store.unlock(privateKey) === 'renewed') log.info('cached passwords forgotten: new key');
    unlockedWith = privateKey;
    return privateKey;
  };
  const makeConnection = async (): Promise<Connected> => {
    const pair = await keyPair();
    if (!store.isUnlocked) unlockWith(pair);
    const baseUrl = account.kind === 'demo' ? (await demoService()).baseUrl : account.baseUrl;
    return { client: createClient({ baseUrl, ...pair }), privateKey: pair.privateKey };
  };
  const connect = (): Promise<Connected> => {
    if (connection) return connection;
    const connecting = makeConnection();
    connection = connecting;
    // A failed attempt must not be remembered: the keychain may be unlocked next time.
    connecting.catch(() => {
      if (connection === connecting) connection = undefined;
    });
    return connecting;
  };
  const disconnect = async (): Promise<void> => {
    const connected = connection;
    connection = undefined;
    await connected?.then(
      ({ client }) => client.close(),
      () => undefined,
    );
  };

  const unlock = async (): Promise<string> => {
    // The keychain is not asked again for every export of an open session.
    if (store.isUnlocked && unlockedWith !== undefined) return unlockedWith;
    return unlockWith(await keyPair());
  };
  const jobs = createJobRunner({ file: workerFile, databaseFile, store, unlock });

  return {
    get account() {
      return account;
    },
    store,
    reader,
    jobs,
    syncTarget: { accountId: account.id, store, databaseFile, connect },
    setAside,
    isReplaced: () => files.some((file, index) => identify(file) !== opened[index]),
    unlock,
    client: async () => (await connect()).client,
    async renewKeys(changed) {
      account = changed;
      await disconnect();
      unlockWith(await keyPair());
    },
    async close() {
      await jobs.close();
      await disconnect();
      await demo?.then((service) => service.close());
      await reader.close();
      store.close();
    },
  };
}

/** Tells a file from another that comes to stand under the same name. */
function identify(file: string): string {
  const { dev, ino } = statSync(file, { bigint: true, throwIfNoEntry: false }) ?? {};
  return `${String(dev)} ${String(ino)}`;
}

/** A run is abandoned when it is kept as running while no process holds the lock of test runs. */
function endAbandonedTestRuns(store: Store, databaseFile: string): void {
  const release = acquireLock(testLockFile(databaseFile));
  if (!release) return;
  store.testRuns.interruptRunning();
  release();
}

/** The demo's keys open made-up data only, yet its copy is kept like any other. */
function demoKeys(account: AccountRecord): KeyPair {
  return { publicKey: `demo-public-${account.id}`, privateKey: `demo-private-${account.id}` };
}

async function openDemo(file: URL | undefined, account: AccountRecord): Promise<RunningDemo> {
  try {
    return await startDemo(file, { proxyCount: account.demoProxyCount, ...demoKeys(account) });
  } catch (cause) {
    throw fail(
      'unreachable',
      'The demo service could not start on this machine. The offline copy was kept.',
      { cause },
    );
  }
}
