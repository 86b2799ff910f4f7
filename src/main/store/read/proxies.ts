import { mostIds } from '../../../shared/bounded-json.ts';
import type { FacetValue, Query } from '../../../shared/filter/query-term.ts';
import type { ProxyOwner } from '../../../shared/lists.ts';
import type { ProxyAccess } from '../../../shared/records/proxy-user.ts';
import type { ProxyEndpoint } from '../../../shared/records/proxy.ts';
import { accessCount, accessibleTo, proxiesPerService, usersOfProxy } from './query/access.ts';
import { compileSelection } from './query/selection-condition.ts';
import type { Condition } from './query/condition.ts';
import { compileAccess } from './address-flags.ts';
import { createAddresses } from './addresses.ts';
import { createBrowsableList } from './browsable-list.ts';
import { storedId } from '../schema/codec.ts';
import { formatId } from '../schema/column-form.ts';
import type { StoreContext } from '../context.ts';
import type { AddressRequest, ListWindow, ResolvedSelection } from '../types.ts';
import { countFacets, countProxies, summarizeSelection } from './facets.ts';
import { createMaskedList } from './memory/masked-list.ts';
import { sources } from './query/list-source.ts';
import { replacementsOf } from './replacements.ts';

/** The queries about proxies. */
export function createProxies(context: StoreContext) {
  const { writer } = context;
  const list = createBrowsableList<ProxyEndpoint>(sources.proxies, context);
  const masked = createMaskedList(context);
  return {
    ...list,
    /** The same as `count`, from masks. */
    countMasked: masked.count,
    /** The same as `list`, from masks, for any page. */
    listMasked: (window: ListWindow): ProxyEndpoint[] =>
      masked.page(window, (keys) => list.readKeys(keys)),
    stillFound: masked.stillFound,
    findRow: masked.findRow,
    indexOf: masked.indexOf,
    prepareOrder: masked.prepare,
    loadColumns: masked.loadColumns,
    facets: (where: Query, isWanted?: () => boolean) => countFacets(context, where, isWanted),
    /** How many proxies of a filter are in each country, most first; those without a country are left out. */
    countries: (where: Query): FacetValue[] => countProxies(context, 'country', where),
    summary: (selection: ResolvedSelection) => summarizeSelection(context, selection),
    /** The replacements in cached adjustments that name this proxy's addresses. */
    replacements: (proxyId: string) => replacementsOf(writer, proxyId),
    usersWithAccess: (proxyId: string): ProxyAccess[] =>
      context.writer.all(usersOfProxy, storedId(proxyId)).map(([id, isDefault, type]) => ({
        proxy_user_id: String(id),
        proxy_user_is_default: isDefault === 1,
        through: throughOf(type),
      })),
    ...createAddresses(context),
    /**
     * IDs of the cached proxies that selected rows of a list stand for, as first received; one more than a request may
     * name at most. A tested proxy that was replaced since stands for none.
     */
    idsOf(list: ProxyOwner, selection: ResolvedSelection): string[] {
      const { sql, params } = ownedBy[list](compileSelection(selection, list));
      return writer
        .column(
          `SELECT r.proxy_id FROM proxy r WHERE ${sql} ORDER BY r.key LIMIT ${mostIds + 1}`,
          ...params,
        )
        .map(formatId);
    },
    /** How many proxies a selection has, before any access rule. */
    countSelected(selection: ResolvedSelection): number {
      const { sql, params } = compileSelection(selection);
      return Number(writer.get(`SELECT count(*) FROM proxy r WHERE ${sql}`, ...params)?.[0]);
    },
    /**
     * How many proxies of a selection none of the users may use. Together with `addresses` for
     * the same users, a filter is evaluated once for each proxy.
     */
    countInaccessible(selection: ResolvedSelection, users: AddressRequest['accessibleTo']): number {
      const chosen = compileSelection(selection);
      const access = compileAccess(users);
      const row = writer.get(
        `SELECT count(*) FROM proxy r WHERE ${access.sql} IS NOT TRUE AND ${chosen.sql}`,
        ...access.params,
        ...chosen.params,
      );
      return Number(row?.[0]);
    },
    /** For every user that is not deleted, how many of the selected proxies it may use. */
    accessibleCounts(selection: ResolvedSelection) {
      const { sql, params } = compileSelection(selection);
      const access = accessCount({ perService: proxiesPerService(sql), where: sql, user: 'u' });
      const users = `${access.with}
        SELECT u.proxy_user_id, u.proxy_user_is_default, ${access.expression} FROM proxy_user u
        WHERE u.proxy_user_is_deleted IS NOT 1 ORDER BY u.key`;
      return writer.all(users, ...params, ...params).map(([id, isDefault, count]) => ({
        proxy_user_id: String(id),
        proxy_user_is_default: isDefault === 1,
        count: Number(count),
      }));
    },
  };
}

/** Proxies `r` of the rows of a list for which a condition holds. */
const ownedBy: { readonly [L in ProxyOwner]: (rows: Condition) => Condition } = {
  services: ({ sql, params }) => ({
    sql: `r.service_id IN (SELECT r.service_id FROM service r WHERE ${sql})`,
    params,
  }),
  proxy_users: ({ sql, params }) =>
    accessibleTo({ sql: `u.key IN (SELECT r.key FROM proxy_user r WHERE ${sql})`, params }),
  changes: ({ sql, params }) => ({
    sql: `r.proxy_id IN (SELECT r.record_id FROM change r WHERE r.list = 'proxies' AND ${sql})`,
    params,
  }),
  tested: ({ sql, params }) => ({
    sql: `r.proxy_id IN (SELECT r.proxy_id FROM tested_proxy r WHERE r.is_replaced = 0 AND ${sql})`,
    params,
  }),
};

function throughOf(type: unknown): ProxyAccess['through'] {
  if (type === 'service_restricted') return 'service';
  return type === 'proxy_restricted' ? 'proxy' : 'all';
}
