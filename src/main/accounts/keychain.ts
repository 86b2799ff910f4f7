import { fail } from '../../shared/failure.ts';
import { parseJson, isJsonObject, stringifyJson } from '../../shared/json.ts';
import { createQueue } from '../../shared/queue.ts';

export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** With the only origin that may get it. */
export interface BoundKeys extends KeyPair {
  /** Such as `https://api.example.com`. */
  readonly origin: string;
}

/** The OS keychain. Calls fail with `keychain-unavailable` or `keychain-locked`; undefined: no entry. */
export interface Keychain {
  /** Failure `keys-missing` for a foreign entry. */
  read(accountId: string): Promise<BoundKeys | undefined>;
  /** Failure `invalid-input` for too long keys. */
  write(accountId: string, keys: BoundKeys): Promise<void>;
  remove(accountId: string): Promise<void>;
}

interface OsKeychain extends Keychain {
  /** Whether a thread still waits for the system, even after the deadline. */
  isWaiting(): boolean;
}

/** Not `findCredentials`, which crashes on a locked keyring. */
export interface CredentialStore {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** CRED_MAX_CREDENTIAL_BLOB_SIZE. */
const maxWindowsBytes = 2560;

const serviceName = 'Proxydeck';
const probeName = 'keychain check';

/**
 * Opens the keychain through keytar, one call at a time. Empty responses are verified: a locked Secret Service finds
 * nothing.
 *
 * @param options.deadlineMs of a call, which may prompt
 * @param options.load loads keytar; fails without its library
 * @param options.platform decides limits and messages
 */
export function createOsKeychain(
  options: {
    deadlineMs?: number;
    load?: () => Promise<CredentialStore>;
    platform?: NodeJS.Platform;
  } = {},
): OsKeychain {
  const { deadlineMs = 30_000, load = loadKeytar, platform = process.platform } = options;
  let unansweredCount = 0;
  const enqueue = createTimedQueue(deadlineMs, () => unanswered(platform));
  const call = <T>(use: (store: CredentialStore) => Promise<T>): Promise<T> =>
    enqueue(async () => {
      const store = await load().catch((cause: unknown) => {
        throw notLoaded(platform, cause);
      });
      unansweredCount += 1;
      try {
        return await use(store);
      } catch (cause) {
        throw looksLocked(cause) ? locked(cause) : unavailable(platform, cause);
      } finally {
        unansweredCount -= 1;
      }
    });

  /** Writing tells a locked keychain from a missing entry, and may unlock it. */
  const probe = async (): Promise<void> => {
    await call((store) => store.setPassword(serviceName, probeName, 'ok'));
    await call((store) => store.deletePassword(serviceName, probeName));
  };
  const get = (accountId: string): Promise<string | null> => call((store) => store.getPassword(serviceName, accountId));

  return {
    isWaiting: () => unansweredCount > 0,
    async read(accountId) {
      let entry = await get(accountId);
      if (entry === null) {
        await probe();
        entry = await get(accountId);
      }
      return entry === null ? undefined : decodeKeys(entry);
    },
    async write(accountId, { publicKey, privateKey, origin }) {
      const entry = stringifyJson({ publicKey, privateKey, origin });
      const bytes = Buffer.byteLength(entry);
      if (platform === 'win32' && bytes > maxWindowsBytes) {
        throw fail(
          'invalid-input',
          `The keys are too long for the Windows Credential Manager: ${String(bytes)} bytes, and it stores ${String(maxWindowsBytes)}. ` +
            'Nothing was stored. Use shorter keys, or keep them in memory for this run.',
        );
      }
      await call((store) => store.setPassword(serviceName, accountId, entry));
      if ((await get(accountId)) !== entry) {
        throw fail(
          'keychain-unavailable',
          'The keychain accepted the keys but does not return them. They were not stored.',
        );
      }
    },
    async remove(accountId) {
      const removed = await call((store) => store.deletePassword(serviceName, accountId));
      if (!removed) {
        await probe();
        await call((store) => store.deletePassword(serviceName, accountId));
      }
    },
  };
}

async function loadKeytar(): Promise<CredentialStore> {
  const module = await import('keytar');
  return module.default;
}

function decodeKeys(entry: string): BoundKeys {
  try {
    const value = parseJson(entry);
    if (isJsonObject(value)) {
      const { publicKey, privateKey, origin } = value;
      if (typeof publicKey === 'string' && typeof privateKey === 'string' && typeof origin === 'string') {
        return { publicKey, privateKey, origin };
      }
    }
  } catch {
    // Falls through: Proxydeck did not write this entry.
  }
  throw fail(
    'keys-missing',
    'The keychain entry of this account was not written by this Proxydeck. No key was sent. Enter the keys again.',
  );
}

/** Runs tasks in turn. An overdue one is reported, but blocks: at most one thread waits for the keychain. */
function createTimedQueue(deadlineMs: number, unanswered: () => Error): <T>(task: () => Promise<T>) => Promise<T> {
  const inTurn = createQueue();
  let isOverdue = false;
  return async (task) => {
    if (isOverdue) throw unanswered();
    return inTurn(() => start(task));
  };

  function start<T>(task: () => Promise<T>): Promise<T> {
    if (isOverdue) throw unanswered();
    const work = task();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        isOverdue = true;
        reject(unanswered());
      }, deadlineMs);
    });
    const answer = Promise.race([work, deadline]);
    const release = (): void => {
      clearTimeout(timer);
      isOverdue = false;
    };
    void work.then(release, release);
    return answer;
  }
}

/** macOS asks programs that did not write the item. */
const macAsks =
  'macOS asks before one program reads what another one saved, for example the command line and the window, ' +
  'or Proxydeck before and after an update. Choose "Always Allow" there. ';

const unanswered = (platform: NodeJS.Platform): Error =>
  fail(
    'keychain-unavailable',
    'The keychain is not responding. It may be waiting for you in a password prompt. No key was changed. ' +
      (platform === 'darwin' ? macAsks : '') +
      'Answer the prompt and try again, or keep the keys in memory for this run.',
  );

/** Packages of Debian and Ubuntu. */
const compiler = {
  linux: 'install libsecret-1-dev, pkg-config, python3, make and g++',
  darwin: 'run `xcode-select --install`',
  win32: 'install Python and the Visual Studio Build Tools for C++',
};

function notLoaded(platform: NodeJS.Platform, cause: unknown): Error {
  const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND';
  const tools = Object.entries(compiler).find(([name]) => name === platform)?.[1];
  return fail(
    'keychain-unavailable',
    'The keychain module could not be loaded, so no key was read or stored. ' +
      (isMissing && tools
        ? `In a copy of the sources, ${tools}, then run \`npm run setup\` there. `
        : platform === 'linux'
          ? 'Install libsecret (libsecret-1-0 on Debian and Ubuntu). '
          : '') +
      'You can also keep the keys in memory for this run.',
    { cause },
  );
}

const unavailable = (platform: NodeJS.Platform, cause: unknown): Error =>
  fail(
    'keychain-unavailable',
    'The keychain of this computer is not available, so no key was read or stored. ' +
      (platform === 'darwin'
        ? macAsks
        : platform === 'linux'
          ? 'Start a Secret Service such as GNOME Keyring or KWallet. '
          : '') +
      'Try again, or keep the keys in memory for this run.',
    { cause },
  );

const locked = (cause: unknown): Error =>
  fail(
    'keychain-locked',
    'The keychain is locked, so no key was read or stored. ' +
      'Unlock it and try again, or keep the keys in memory for this run.',
    { cause },
  );

function looksLocked(cause: unknown): boolean {
  return (
    cause instanceof Error &&
    /locked|dismissed|interaction is not allowed|user canceled|logon session/i.test(cause.message)
  );
}
