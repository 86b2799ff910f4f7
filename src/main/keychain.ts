import { fail } from '../shared/failure.ts';
import { parseJson, isJsonObject, stringifyJson } from '../shared/json.ts';

/** The key pair of an account, as the keychain keeps it. */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The OS keychain as Proxydeck uses it. Every call fails with
 * `keychain-unavailable` or `keychain-locked` where the keychain can't answer;
 * `undefined` means that it did answer and has no such entry.
 */
export interface Keychain {
  read(accountId: string): Promise<KeyPair | undefined>;
  write(accountId: string, keys: KeyPair): Promise<void>;
  remove(accountId: string): Promise<void>;
}

/** The three calls of keytar that are used; `findCredentials` crashes on a locked keyring. */
export interface CredentialStore {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

const serviceName = 'Proxydeck';
const probeName = 'keychain check';

/**
 * The keychain of this system through keytar: one call at a time, each with a
 * deadline, and never an empty answer taken at its word (a locked Secret Service
 * answers a read with "nothing").
 *
 * @param options.deadlineMs how long one call may take; a prompt may be waiting for the person
 * @param options.load gives keytar; loading it fails where its system library is missing
 */
export function createOsKeychain(
  options: { deadlineMs?: number; load?: () => Promise<CredentialStore> } = {},
): Keychain {
  const { deadlineMs = 30_000, load = loadKeytar } = options;
  const enqueue = createQueue(deadlineMs);
  const call = <T>(use: (store: CredentialStore) => Promise<T>): Promise<T> =>
    enqueue(async () => {
      const store = await load().catch((cause: unknown) => {
        throw unavailable(cause);
      });
      try {
        return await use(store);
      } catch (cause) {
        throw looksLocked(cause) ? locked(cause) : unavailable(cause);
      }
    });

  /** A write tells a locked keychain from one that has no entry; it may also unlock it. */
  const probe = async (): Promise<void> => {
    await call((store) => store.setPassword(serviceName, probeName, 'ok'));
    await call((store) => store.deletePassword(serviceName, probeName));
  };
  const get = (accountId: string): Promise<string | null> =>
    call((store) => store.getPassword(serviceName, accountId));

  return {
    async read(accountId) {
      let entry = await get(accountId);
      if (entry === null) {
        await probe();
        entry = await get(accountId);
      }
      return entry === null ? undefined : decodeKeyPair(entry);
    },
    async write(accountId, keys) {
      const entry = stringifyJson({ publicKey: keys.publicKey, privateKey: keys.privateKey });
      await call((store) => store.setPassword(serviceName, accountId, entry));
      if ((await get(accountId)) !== entry) {
        throw fail(
          'keychain-unavailable',
          'The keychain took the keys but does not give them back. They were not kept.',
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

function decodeKeyPair(entry: string): KeyPair {
  try {
    const value = parseJson(entry);
    if (isJsonObject(value)) {
      const { publicKey, privateKey } = value;
      if (typeof publicKey === 'string' && typeof privateKey === 'string') {
        return { publicKey, privateKey };
      }
    }
  } catch {
    // Falls through: whatever it is, it is not an entry of ours.
  }
  throw fail(
    'keys-missing',
    'The keychain entry of this account is not one that Proxydeck wrote. Enter the keys again.',
  );
}

/**
 * Runs tasks one after the other. A task over its deadline is reported and its
 * place stays taken until it answers, so that at most one thread ever waits for
 * the keychain; until then further tasks are refused at once.
 */
function createQueue(deadlineMs: number): <T>(task: () => Promise<T>) => Promise<T> {
  let tail: Promise<unknown> = Promise.resolve();
  let isOverdue = false;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (isOverdue) throw unanswered();
    const turn = tail.then(() => start(task));
    tail = turn.then((started) => started.settled).catch(() => undefined);
    return (await turn).answer;
  };

  function start<T>(task: () => Promise<T>): { answer: Promise<T>; settled: Promise<void> } {
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
    const settled = answer.then(
      () => undefined,
      () => undefined,
    );
    return { answer, settled };
  }
}

const unanswered = (): Error =>
  fail(
    'keychain-unavailable',
    'The keychain does not answer; it may be waiting for you in a window of its own. ' +
      'No key was changed. Answer it and try again, or keep the keys in memory for this run.',
  );

const unavailable = (cause: unknown): Error =>
  fail(
    'keychain-unavailable',
    'No keychain can be reached on this machine, so no key was read or stored. ' +
      'Start one (on Linux a Secret Service such as GNOME Keyring or KWallet), ' +
      'or keep the keys in memory for this run.',
    { cause },
  );

const locked = (cause: unknown): Error =>
  fail(
    'keychain-locked',
    'The keychain is locked, so no key was read or stored. ' +
      'Unlock it and try again, or keep the keys in memory for this run.',
    { cause },
  );

/** Words of Secret Service, Keychain and Credential Manager for "not without the person". */
function looksLocked(cause: unknown): boolean {
  return (
    cause instanceof Error &&
    /locked|dismissed|interaction is not allowed|user canceled|logon session/i.test(cause.message)
  );
}
