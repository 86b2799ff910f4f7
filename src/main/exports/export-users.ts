import { fail } from '../../shared/failure.ts';
import type { ExportChoices } from '../../shared/export.ts';
import type { ProxyAddress, ProxyUserCredentials, Store } from '../store/contract.ts';
import type { ExportFormat } from './format.ts';

/** Whom an export is for. */
export interface ExportUsers {
  /** One, or several among whom the proxies are spread. */
  readonly ids: readonly string[];
  /** The credentials that go with a proxy; `password` null: there are none. */
  credentialsFor(address: Partial<ProxyAddress>): ProxyUserCredentials;
  /** The proxy that was asked about last is written. */
  note(): void;
}

/** The users of an export, each once, the first one first. */
export const listUsers = ({ proxyUserId, options }: ExportChoices): string[] => [
  ...new Set([proxyUserId, ...(options?.otherUserIds ?? [])]),
];

const open: ProxyUserCredentials = { username: '', password: '' };

/**
 * Reads the credentials of those whom an export is for. The store must be unlocked where
 * the format has credentials.
 *
 * @throws FailureError `not-found` for an unknown or deleted user, `invalid-input` where
 *   credentials can't be had or left out as asked, `passwords-locked`
 */
export function readUsers(store: Store, choices: ExportChoices, format: ExportFormat): ExportUsers {
  const ids = listUsers(choices);
  for (const id of ids) requireUser(store, id);
  const kind = choices.options?.credentials ?? 'user';
  if (!format.hasCredentials) {
    return toOne(ids, () => ({ username: choices.proxyUserId, password: '' }));
  }
  if (kind === 'none') {
    for (const id of ids) requireAddresses(store, id);
    if (format.canOmitCredentials !== true) {
      throw fail(
        'invalid-input',
        `${format.label} can't be written without credentials. Choose lines, URLs, JSON or CSV.`,
      );
    }
    return toOne(ids, () => open);
  }
  if (kind === 'default') {
    requireDefault(store, choices.proxyUserId);
    return toOne([choices.proxyUserId], ({ defaultCredentials }) =>
      // Access was asked for this user: the credentials of another one are not for it.
      defaultCredentials?.username === choices.proxyUserId
        ? defaultCredentials
        : { username: choices.proxyUserId, password: null },
    );
  }
  const credentials = ids.map(
    (id) => store.proxyUsers.credentials(id) ?? { username: id, password: null },
  );
  return ids.length === 1 ? toOne(ids, () => credentials[0] ?? open) : spreadOver(ids, credentials);
}

const toOne = (
  ids: readonly string[],
  credentialsFor: ExportUsers['credentialsFor'],
): ExportUsers => ({ ids, credentialsFor, note: () => undefined });

/** Each proxy for the user with the fewest so far, of those who may use it. */
function spreadOver(
  ids: readonly string[],
  credentials: readonly ProxyUserCredentials[],
): ExportUsers {
  const without = credentials.find(({ password }) => password === null);
  if (without) {
    throw fail(
      'invalid-input',
      `The offline copy has no password of ${without.username}. Sync again, or leave that user out.`,
    );
  }
  const counts = ids.map(() => 0);
  let last = 0;
  return {
    ids,
    credentialsFor({ userBits = 0 }) {
      let chosen: number | undefined;
      for (const [place, count] of counts.entries()) {
        const mayUse = ((userBits >>> place) & 1) === 1;
        if (mayUse && (chosen === undefined || count < (counts[chosen] ?? 0))) chosen = place;
      }
      last = chosen ?? 0;
      return credentials[last] ?? open;
    },
    note() {
      counts[last] = (counts[last] ?? 0) + 1;
    },
  };
}

function requireUser(store: Store, proxyUserId: string): void {
  const user = store.proxyUsers.get(proxyUserId);
  if (!user) {
    throw fail(
      'not-found',
      `There is no proxy user "${proxyUserId}" in the offline copy. Check the name, or sync.`,
    );
  }
  if (user.proxy_user_is_deleted === true) {
    throw fail('not-found', `The proxy user "${proxyUserId}" is deleted; it may use no proxy.`);
  }
}

function requireAddresses(store: Store, proxyUserId: string): void {
  if ((store.proxyUsers.get(proxyUserId)?.ipAuthenticationCount ?? 0) > 0) return;
  throw fail(
    'invalid-input',
    `${proxyUserId} has no authorized IP address, so it needs its credentials. Add one at the service and sync, or export with credentials.`,
  );
}

function requireDefault(store: Store, proxyUserId: string): void {
  if (store.proxyUsers.get(proxyUserId)?.proxy_user_is_default === true) return;
  throw fail(
    'invalid-input',
    `${proxyUserId} is no default proxy user, and proxies have only a default user's credentials in their records.`,
  );
}
