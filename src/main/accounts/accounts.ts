import { createHash, randomUUID } from 'node:crypto';
import { checkBaseUrl, type AccountSummary, type NewAccount, type KeyPlace } from '../../shared/account.ts';
import { fail } from '../../shared/failure.ts';
import { isSameName } from '../../shared/saved.ts';
import type { KeyPair, BoundKeys, Keychain } from './keychain.ts';
import type { AccountRecord, Registry } from './registry.ts';

/** The unstored account of environment variables. */
export interface EnvironmentAccount {
  readonly name: string;
  readonly baseUrl: string;
  readonly keys: KeyPair;
}

const defaultDemoName = 'Demo';

export type Accounts = ReturnType<typeof createAccounts>;

/** The account of the environment, then the registered ones. */
export function createAccounts(parts: {
  registry: Registry;
  keys: Keys;
  deleteFiles: (account: AccountRecord) => Promise<void>;
  environment?: EnvironmentAccount | undefined;
  /** Excludes other processes; undefined: one has it. */
  lock?: () => (() => void) | undefined;
}) {
  const { registry, keys, deleteFiles } = parts;
  const environment = parts.environment && environmentRecord(parts.environment);
  if (parts.environment && environment) {
    keys.keepInMemory(environment.id, checkKeys(parts.environment.keys), environment.baseUrl);
  }

  const records = (): AccountRecord[] => (environment ? [environment, ...registry.list()] : registry.list());
  const currentId = (all: readonly AccountRecord[]): string | undefined => {
    if (environment) return environment.id;
    const chosen = registry.currentId();
    return all.some((account) => account.id === chosen) ? chosen : all[0]?.id;
  };
  const summarize = (account: AccountRecord, current: string | undefined): AccountSummary => ({
    id: account.id,
    name: account.name,
    kind: account.kind,
    base_url: account.baseUrl,
    isCurrent: account.id === current,
    keyPlace: keys.place(account),
  });
  const list = (): AccountSummary[] => {
    const all = records();
    const current = currentId(all);
    return all.map((account) => summarize(account, current));
  };
  const byId = (id: string): AccountRecord => {
    const account = records().find((candidate) => candidate.id === id);
    if (account) return account;
    throw fail('unknown-account', 'This account no longer exists. Select another one.');
  };
  const register = (account: AccountRecord): AccountSummary => {
    registry.add(account);
    registry.setCurrent(account.id);
    return summarize(account, account.id);
  };
  const checkNameIsFree = (name: string): void => {
    if (registry.list().some((account) => isSameName(account.name, name))) {
      throw fail('name-taken', `An account named "${name}" already exists. Choose another name.`);
    }
  };

  return {
    list,
    /** Failure `unknown-account`. */
    byId,
    /** By name, or the current one. Failure `unknown-account`. */
    named(name: string | undefined): AccountRecord {
      const all = records();
      const found =
        name === undefined
          ? all.find((account) => account.id === currentId(all))
          : all.find((account) => isSameName(account.name, name));
      if (found) return found;
      throw fail(
        'unknown-account',
        name === undefined
          ? 'No accounts have been added yet. Add one with: proxydeck account add NAME --base-url URL --public-key KEY'
          : `The account "${name}" does not exist. List the accounts with: proxydeck account list`,
      );
    },
    /** Failures `invalid-input`, `name-taken`, `keychain-*`: nothing was added. */
    async add(account: NewAccount): Promise<AccountSummary> {
      const name = checkName(account.name);
      const checked = checkBaseUrl(account.baseUrl);
      if ('problem' in checked) throw fail('invalid-input', checked.problem);
      checkNameIsFree(name);
      const pair = checkKeys(account);
      const id = randomUUID();
      const inMemory = account.keysInMemory === true;
      const { baseUrl } = checked;
      const added = { id, name, kind: 'service', baseUrl, hasStoredKeys: !inMemory, demoProxyCount: 0 } as const;
      if (inMemory) {
        keys.keepInMemory(id, pair, baseUrl);
        return register(added);
      }
      const release = parts.lock?.();
      try {
        // Keys first: no account appears without them. As leaving: the next start removes it after an interruption.
        registry.addLeaving(added);
        try {
          await keys.store(id, pair, baseUrl);
        } catch (error) {
          registry.remove(id);
          throw error;
        }
        try {
          registry.markStaying(id, name);
        } catch (error) {
          // Another process took the name.
          await keys.forget(added);
          registry.remove(id);
          throw error;
        }
        registry.setCurrent(id);
        return summarize(added, id);
      } finally {
        release?.();
      }
    },
    /** @param proxyCount null: the demo with a past */
    addDemo(proxyCount: number | null): AccountSummary {
      const taken = new Set(registry.list().map((account) => account.name.toLowerCase()));
      let name = defaultDemoName;
      for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
        name = `${defaultDemoName} ${String(count)}`;
      }
      return register({
        id: randomUUID(),
        name,
        kind: 'demo',
        baseUrl: '',
        hasStoredKeys: false,
        demoProxyCount: proxyCount,
      });
    },
    select: (id: string): void => {
      registry.setCurrent(byId(id).id);
    },
    /** Failures `invalid-input`, `keychain-*`: nothing changed. */
    async setKeys(id: string, address: string, pair: KeyPair, inMemory: boolean): Promise<void> {
      const account = byId(id);
      const checked = checkKeys(pair);
      const place = checkBaseUrl(address);
      if ('problem' in place) throw fail('invalid-input', place.problem);
      if (account.kind !== 'service') {
        throw fail('invalid-input', `The keys of "${account.name}" cannot be changed.`);
      }
      // Keys first: the old ones never go to the new address.
      if (inMemory) keys.keepInMemory(id, checked, place.baseUrl);
      else {
        // First, so that a removal finds interrupted keys.
        registry.markKeysStored(id, true);
        try {
          await keys.store(id, checked, place.baseUrl);
        } catch (error) {
          registry.markKeysStored(id, account.hasStoredKeys);
          throw error;
        }
      }
      registry.setBaseUrl(id, place.baseUrl);
    },
    /**
     * Removes an account, its keys and files; stays if the keychain fails (`keychain-*`). `finishRemovals` completes
     * interruptions.
     */
    async remove(id: string): Promise<void> {
      const account = byId(id);
      if (account.kind === 'environment') {
        throw fail('invalid-input', 'This account is defined by environment variables. Unset them to remove it.');
      }
      // First, so that an interrupted removal is completed.
      registry.markLeaving(id);
      try {
        await keys.forget(account);
      } catch (error) {
        registry.markStaying(id, account.name);
        throw error;
      }
      await deleteFiles(account);
      registry.remove(id);
    },
    /** Completes interrupted removals and undoes interrupted additions, or tries at a later start. */
    async finishRemovals(): Promise<void> {
      if (registry.leaving().length === 0) return;
      const release = parts.lock?.();
      if (parts.lock && !release) return;
      try {
        await finishAll();
      } finally {
        release?.();
      }
    },
  };

  async function finishAll(): Promise<void> {
    for (const account of registry.leaving()) {
      try {
        await keys.forget(account);
        await deleteFiles(account);
        registry.remove(account.id);
      } catch {
        // The next start tries again.
      }
    }
  }
}

function checkName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 100 || /\p{Cc}/u.test(name)) {
    throw fail('invalid-input', 'Enter a name of 1 to 100 characters.');
  }
  return name;
}

/**
 * Trims keys, which HTTP headers limit to visible ASCII.
 *
 * @throws FailureError `keys-missing`, `invalid-input`
 */
export function checkKeys(pair: KeyPair): KeyPair {
  const publicKey = pair.publicKey.trim();
  const privateKey = pair.privateKey.trim();
  for (const [label, key] of [
    ['public', publicKey],
    ['private', privateKey],
  ] as const) {
    if (key === '') throw fail('keys-missing', `The ${label} key is missing. Enter both keys.`);
    if (!/^[\x21-\x7e]+$/.test(key)) {
      throw fail('invalid-input', `The ${label} key contains an invalid character. Copy the key again.`);
    }
  }
  return { publicKey, privateKey };
}

/** A stable ID finds the cache again. */
function environmentRecord(environment: EnvironmentAccount): AccountRecord {
  const checked = checkBaseUrl(environment.baseUrl);
  if ('problem' in checked) throw fail('invalid-input', `PROXYDECK_BASE_URL: ${checked.problem}`);
  const digest = createHash('sha256').update(`${environment.name}\n${checked.baseUrl}`);
  return {
    id: `environment-${digest.digest('hex').slice(0, 32)}`,
    name: environment.name,
    kind: 'environment',
    baseUrl: checked.baseUrl,
    hasStoredKeys: false,
    demoProxyCount: 0,
  };
}

export type Keys = ReturnType<typeof createKeys>;

/** Finds keys in memory or in the keychain. */
export function createKeys(keychain: Keychain) {
  const inMemory = new Map<string, BoundKeys>();
  return {
    /** Failures `keys-missing` (also for another origin), `keychain-locked`, `keychain-unavailable`. */
    async of(account: AccountRecord): Promise<KeyPair> {
      const held = inMemory.get(account.id) ?? (account.hasStoredKeys ? await keychain.read(account.id) : undefined);
      if (held !== undefined) return requireOrigin(account, held);
      throw fail(
        'keys-missing',
        account.hasStoredKeys
          ? `The keys of "${account.name}" are no longer in the keychain. ` +
              'The cached data is unchanged. Enter the keys again.'
          : `The keys of "${account.name}" were only kept in memory for an earlier run. ` +
              'The cached data is unchanged. Enter the keys again.',
      );
    },
    place(account: AccountRecord): KeyPlace {
      if (account.kind === 'environment') return 'environment';
      if (inMemory.has(account.id)) return 'memory';
      return account.hasStoredKeys ? 'keychain' : 'none';
    },
    /** For this run only. */
    keepInMemory: (accountId: string, keys: KeyPair, baseUrl: string) =>
      void inMemory.set(accountId, { ...keys, origin: originOf(baseUrl) }),
    async store(accountId: string, keys: KeyPair, baseUrl: string): Promise<void> {
      await keychain.write(accountId, { ...keys, origin: originOf(baseUrl) });
      inMemory.delete(accountId);
    },
    async forget(account: AccountRecord): Promise<void> {
      if (account.hasStoredKeys) await keychain.remove(account.id);
      inMemory.delete(account.id);
    },
  };
}

/** The list of accounts is unprotected: keys must not go to a changed origin. */
function requireOrigin(account: AccountRecord, { origin, ...keys }: BoundKeys): KeyPair {
  const checked = checkBaseUrl(account.baseUrl);
  if (!('problem' in checked) && originOf(checked.baseUrl) === origin) return keys;
  throw fail(
    'keys-missing',
    `The keys of "${account.name}" were entered for ${origin}, but the account now points to ${account.baseUrl}. ` +
      'They were not sent. If you trust the new address, enter the keys again.',
  );
}

const originOf = (baseUrl: string): string => new URL(baseUrl).origin;
