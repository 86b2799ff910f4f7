import type { IpVersion } from '../../../shared/exports/export.ts';
import type { Query } from '../../../shared/filter/query-term.ts';
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
import { storedId } from '../records/codec.ts';
import type { StoreContext } from '../context.ts';
import type { AddressRequest, PlainAddressRequest, ResolvedSelection } from '../contract.ts';
import { readDefaultCredentials } from './default-credentials.ts';
import { countFacets, summarizeSelection } from './facets.ts';
import { sources } from '../query/list-source.ts';
import { replacementsOf } from '../user/replacements.ts';

/** The queries about proxies. */
export function createProxies(context: StoreContext) {
  return {
    ...createBrowsableList<ProxyEndpoint>(sources.proxies, context),
    facets: (where: Query, isWanted?: () => boolean) => countFacets(context, where, isWanted),
    summary: (selection: ResolvedSelection) => summarizeSelection(context, selection),
    /** The replacements in cached adjustments that name this proxy's addresses. */
    replacements: (proxyId: string) => replacementsOf(context.writer, proxyId),
    usersWithAccess: (proxyId: string): ProxyAccess[] =>
      context.writer.all(usersOfProxy, storedId(proxyId)).map(([id, isDefault, type]) => ({
        proxy_user_id: String(id),
        proxy_user_is_default: isDefault === 1,
        through: throughOf(type),
      })),
    /** Streams host and port of the selected proxies. */
    addresses: (request: AddressRequest) => streamAddresses(context, request),
    /** The same in a third of the time, for exports of plain lines. */
    bareAddresses: (request: PlainAddressRequest) => streamBareAddresses(context, request),
    /** The addresses that more than one cached proxy has, selected or not, as `ProxyAddress.host`. */
    repeatedHosts: (ip: IpVersion) => findRepeatedHosts(context, ip),
    /** How many proxies a selection has, before any access rule. */
    countSelected: (selection: ResolvedSelection) => countSelected(context, selection),
    /** With `addresses` for the same users, a filter is evaluated once for each proxy. */
    countInaccessible: (selection: ResolvedSelection, users: AddressRequest['accessibleTo']) =>
      countInaccessible(context, selection, users),
    accessibleCounts: (selection: ResolvedSelection) => countAccessible(context, selection),
    defaultCredentials: (proxyId: string) => readDefaultCredentials(context, proxyId),
  };
}

function throughOf(type: unknown): ProxyAccess['through'] {
  if (type === 'service_restricted') return 'service';
  return type === 'proxy_restricted' ? 'proxy' : 'all';
}
