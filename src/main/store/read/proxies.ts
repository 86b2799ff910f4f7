import type { ProxyAccess } from '../../../shared/proxy-user.ts';
import type { ProxyEndpoint } from '../../../shared/proxy.ts';
import { usersOfProxy } from '../query/access.ts';
import {
  countAccessible,
  countInaccessible,
  countSelected,
  findRepeatedHosts,
  streamAddresses,
  streamBareAddresses,
} from './addresses.ts';
import { createBrowsableList } from './browsable-list.ts';
import { encodeId } from '../records/codec.ts';
import type { StoreContext } from '../context.ts';
import type { Store } from '../contract.ts';
import { readDefaultCredentials } from './default-credentials.ts';
import { countFacets, summarizeSelection } from './facets.ts';
import { layouts } from '../records/layout.ts';
import { sources } from '../query/list-source.ts';
import { replacementsOf } from '../user/replacements.ts';

/** The queries about proxies. */
export function createProxies(context: StoreContext): Store['proxies'] {
  return {
    ...createBrowsableList<ProxyEndpoint>(sources.proxies, context),
    facets: (where, isWanted) => countFacets(context, where, isWanted),
    summary: (selection) => summarizeSelection(context, selection),
    replacements: (proxyId) => replacementsOf(context.writer, proxyId),
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
    repeatedHosts: (ip) => findRepeatedHosts(context, ip),
    countSelected: (selection) => countSelected(context, selection),
    countInaccessible: (selection, users) => countInaccessible(context, selection, users),
    accessibleCounts: (selection) => countAccessible(context, selection),
    defaultCredentials: (proxyId) => readDefaultCredentials(context, proxyId),
  };
}

function throughOf(type: unknown): ProxyAccess['through'] {
  if (type === 'service_restricted') return 'service';
  return type === 'proxy_restricted' ? 'proxy' : 'all';
}
