import { fail } from '../../shared/failure.ts';
import type { ExportChoices } from '../../shared/exports/export.ts';
import type { Store } from '../store/index.ts';
import type { ProxyAddress, ProxyUserCredentials } from '../store/types.ts';
import type { ExportFormat } from './format.ts';

/** The proxy users of an export and their credentials. */
interface ExportUsers {
  /** One user, several users among whom the proxies are distributed, or none: each proxy's default user. */
  readonly ids: readonly string[];
  /** The credentials for a proxy; `password` is null if none are saved. */
  credentialsFor(address: Partial<ProxyAddress>): ProxyUserCredentials;
  /** Counts the proxy of the last `credentialsFor` as written. */
  note(): void;
}

/** The users of an export without duplicates, the main user first; none: each proxy's default user. */
export const listUsers = ({ proxyUserId, options }: ExportChoices): string[] =>
  proxyUserId === null ? [] : [...new Set([proxyUserId, ...(options?.otherUserIds ?? [])])];

/** Whether an export takes the credentials of the proxies' own records. */
export const usesDefaultCredentials = ({ proxyUserId, options }: ExportChoices): boolean =>
  proxyUserId === null || options?.credentials === 'default';

const open: ProxyUserCredentials = { username: '', password: '' };

/**
 * Reads the credentials of an export's users. The store must be unlocked if the format has
 * credentials.
 *
 * @throws FailureError `not-found` for an unknown or deleted user, `invalid-input` if the
 *   requested credentials are not available or cannot be omitted, `passwords-locked`
 */
export function readUsers(store: Store, choices: ExportChoices, format: ExportFormat): ExportUsers {
  const ids = listUsers(choices);
  for (const id of ids) requireUser(store, id);
  const kind = choices.options?.credentials ?? 'user';
  if (!format.hasCredentials) {
    return toOne(ids, () => ({ username: choices.proxyUserId ?? '', password: '' }));
  }
  if (kind === 'none') {
    if (ids.length === 0) {
      throw fail(
        'invalid-input',
        'Only a proxy user with an authorized IP address works without credentials. Choose a proxy user, or export with credentials.',
      );
    }
    for (const id of ids) requireAddresses(store, id);
    if (format.canOmitCredentials !== true) {
      throw fail(
        'invalid-input',
        `${format.label} needs credentials. Choose lines, URLs, JSON or CSV to export without them.`,
      );
    }
    return toOne(ids, () => open);
  }
  if (choices.proxyUserId === null) {
    return toOne(
      ids,
      ({ defaultCredentials }) => defaultCredentials ?? { username: '', password: null },
    );
  }
  if (kind === 'default') {
    requireDefault(store, ids);
    const username = choices.proxyUserId;
    return toOne(ids, ({ defaultCredentials }) =>
      // Access is checked for this user only, so credentials of another user do not apply.
      defaultCredentials?.username === username ? defaultCredentials : { username, password: null },
    );
  }
  const credentials = ids.map(
    (id) => store.proxy_users.credentials(id) ?? { username: id, password: null },
  );
  return ids.length === 1 ? toOne(ids, () => credentials[0] ?? open) : spreadOver(ids, credentials);
}

const toOne = (
  ids: readonly string[],
  credentialsFor: ExportUsers['credentialsFor'],
): ExportUsers => ({ ids, credentialsFor, note: () => undefined });

/** Assigns each proxy to the user with the fewest proxies so far, among users with access to it. */
function spreadOver(
  ids: readonly string[],
  credentials: readonly ProxyUserCredentials[],
): ExportUsers {
  const without = credentials.find(({ password }) => password === null);
  if (without) {
    throw fail(
      'invalid-input',
      `The password of ${without.username} is not saved. Sync again, or export without this user.`,
    );
  }
  const counts = ids.map(() => 0);
  let last = 0;
  return {
    ids,
    credentialsFor({ userBits = 0 }) {
      let selected: number | undefined;
      for (const [place, count] of counts.entries()) {
        const mayUse = ((userBits >>> place) & 1) === 1;
        if (mayUse && (selected === undefined || count < (counts[selected] ?? 0))) selected = place;
      }
      last = selected ?? 0;
      return credentials[last] ?? open;
    },
    note() {
      counts[last] = (counts[last] ?? 0) + 1;
    },
  };
}

function requireUser(store: Store, proxyUserId: string): void {
  const user = store.proxy_users.get(proxyUserId);
  if (!user) {
    throw fail(
      'not-found',
      `The proxy user "${proxyUserId}" is not cached. Check the name, or sync.`,
    );
  }
  if (user.proxy_user_is_deleted === true) {
    throw fail(
      'not-found',
      `The proxy user "${proxyUserId}" is deleted and has no access to proxies.`,
    );
  }
}

function requireAddresses(store: Store, proxyUserId: string): void {
  if ((store.proxy_users.get(proxyUserId)?.ipAuthenticationCount ?? 0) > 0) return;
  throw fail(
    'invalid-input',
    `${proxyUserId} needs its credentials, because it has no authorized IP address. Export with credentials, or add an address at the service and sync.`,
  );
}

function requireDefault(store: Store, ids: readonly string[]): void {
  // An account has one default user, so a second user cannot be that one.
  const other =
    ids.find((id) => store.proxy_users.get(id)?.proxy_user_is_default !== true) ?? ids[1];
  if (other === undefined) return;
  throw fail(
    'invalid-input',
    `${other} is not the default proxy user, and proxy records contain only the default user's credentials.`,
  );
}
