import { parseJson, type JsonObject } from '../../shared/json.ts';
import type { ProxyAccess } from '../../shared/ipc.ts';
import type { ProxyEndpoint } from '../../shared/proxy.ts';
import { usersOfProxy } from './access.ts';
import {
  countAccessible,
  countSelected,
  streamAddresses,
  streamBareAddresses,
} from './addresses.ts';
import { createBrowsableList } from './browsable-list.ts';
import { encodeId } from './codec.ts';
import type { StoreContext } from './context.ts';
import type { ProxyUserCredentials, Store } from './contract.ts';
import { countFacets } from './facets.ts';
import { layouts } from './layout.ts';
import { sources } from './list-source.ts';

/** What can be asked about proxies. */
export function createProxies(context: StoreContext): Store['proxies'] {
  return {
    ...createBrowsableList<ProxyEndpoint>(sources.proxies, context),
    facets: (where) => countFacets(context, where),
    usersWithAccess: (proxyId) =>
      context.writer
        .all(usersOfProxy, encodeId(layouts.proxies, proxyId))
        .map(([id, isDefault, type]) => ({
          proxy_user_id: String(id),
          proxy_user_is_default: isDefault === 1,
          through: throughOf(type),
        })),
    addresses: (request) => streamAddresses(context, request),
    bareAddresses: (request) => streamBareAddresses(context, request),
    countSelected: (selection) => countSelected(context, selection),
    accessibleCounts: (selection) => countAccessible(context, selection),
    defaultCredentials: (proxyId) => readCredentials(context, proxyId),
  };
}

function throughOf(type: unknown): ProxyAccess['through'] {
  if (type === 'service_restricted') return 'service';
  return type === 'proxy_restricted' ? 'proxy' : 'all';
}

function readCredentials(context: StoreContext, proxyId: string): ProxyUserCredentials | undefined {
  const row = context.writer.get(
    `SELECT c.id, c.default_proxy_user_username, c.secrets
     FROM proxy r JOIN credential c ON c.id = r.credential_id WHERE r.proxy_id = ?`,
    encodeId(layouts.proxies, proxyId),
  );
  const username = row?.[1];
  if (!row || typeof username !== 'string') return undefined;
  const vault = context.vault();
  const sealed = row[2];
  if (!Buffer.isBuffer(sealed)) return { username, password: null };
  const place = { table: 'credential', row: Number(row[0]), column: 'secrets' };
  // Written by the encoder: an object of the secret fields.
  const secrets = parseJson(vault.open(place, sealed)) as JsonObject;
  const password = secrets['default_proxy_user_password'];
  return { username, password: typeof password === 'string' ? password : null };
}
