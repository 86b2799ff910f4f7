import type { Query } from '../../../shared/filter/query-term.ts';
import type { Rows } from '../../../shared/rows.ts';
import type { ProxyAccess, AccessRestrictions, ProxyUserRow } from '../../../shared/records/proxy-user.ts';
import type { ProxyEndpoint } from '../../../shared/records/proxy.ts';
import { accessCount, compileAccess, proxiesPerService, usersOfProxy } from './query/access-condition.ts';
import { compileProxies } from './query/rows-condition.ts';
import { createAddresses } from './addresses.ts';
import { createBrowsableList } from './browsable-list.ts';
import { storedId } from '../schema/codec.ts';
import { formatId, textOrNull } from '../schema/column-form.ts';
import type { StoreContext, AddressRequest, ProxyUserCredentials } from '../types.ts';
import { countFacets, summarizeRows } from './facets.ts';
import { createMaskedList } from './memory/masked-list.ts';
import { sources } from './query/list-source.ts';
import { replacementsOf } from './replacements.ts';

export function createProxies(context: StoreContext) {
  const { writer } = context;
  const list = createBrowsableList<ProxyEndpoint>(sources.proxies, context);
  return {
    ...list,
    ...createMaskedList(context, list),
    facets: (where: Query, isWanted?: () => boolean) => countFacets(context, where, isWanted),
    summary: (rows: Rows) => summarizeRows(context, rows),
    replacements: (proxyId: string) => replacementsOf(writer, proxyId),
    usersWithAccess: (proxyId: string): ProxyAccess[] =>
      context.writer.all(usersOfProxy, storedId(proxyId)).map(([id, isDefault, type]) => ({
        proxy_user_id: String(id),
        proxy_user_is_default: isDefault === 1,
        through: throughOf(type),
      })),
    ...createAddresses(context),
    /** IDs of the proxies that rows refer to, as first received. */
    idsOf(rows: Rows): string[] {
      const { sql, params } = compileProxies(rows);
      return writer.column(`SELECT r.proxy_id FROM proxy r WHERE ${sql} ORDER BY r.key`, ...params).map(formatId);
    },
    /** Counts the proxies that rows refer to, before any access rule. */
    countOf(rows: Rows): number {
      const { sql, params } = compileProxies(rows);
      return Number(writer.get(`SELECT count(*) FROM proxy r WHERE ${sql}`, ...params)?.[0]);
    },
    /** Counts the proxies of rows that none of the users may use. */
    countInaccessible(rows: Rows, users: AddressRequest['accessibleTo']): number {
      const chosen = compileProxies(rows);
      const access = compileAccess(users);
      const row = writer.get(
        `SELECT count(*) FROM proxy r WHERE ${access.sql} IS NOT TRUE AND ${chosen.sql}`,
        ...access.params,
        ...chosen.params,
      );
      return Number(row?.[0]);
    },
    /** Counts the proxies that each undeleted proxy user can use. */
    accessibleCounts(rows: Rows) {
      const { sql, params } = compileProxies(rows);
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

function throughOf(type: unknown): ProxyAccess['through'] {
  if (type === 'service_restricted') return 'service';
  return type === 'proxy_restricted' ? 'proxy' : 'all';
}

/** Services and proxies that a user is restricted to, by place. */
export const restrictedServices = `
  SELECT l.value, s.service_name FROM proxy_user u
    JOIN proxy_user_service l ON l.row_key = u.key
    LEFT JOIN service s ON s.service_id = l.value
  WHERE u.proxy_user_id = ? ORDER BY l.position LIMIT ?`;
export const restrictedProxies = `
  SELECT l.value, p.proxy_ip_address, p.proxy_ip_address_v6 FROM proxy_user u
    JOIN proxy_user_proxy l ON l.row_key = u.key
    LEFT JOIN proxy p ON p.proxy_id = l.value
  WHERE u.proxy_user_id = ? ORDER BY l.position LIMIT ?`;

export function createProxyUsers(context: StoreContext) {
  const list = createBrowsableList<ProxyUserRow>(sources.proxy_users, context);
  return {
    ...list,
    /** The first `most` of each kind, as received; empty for an unknown user. */
    restrictions: (proxyUserId: string, most: number) => readRestrictions(context, proxyUserId, most),
    /** Failure `passwords-locked`; undefined: no such user. */
    credentials(proxyUserId: string): ProxyUserCredentials | undefined {
      context.vault();
      const record = list.record(proxyUserId, { secrets: true });
      if (!record) return undefined;
      const password = record['proxy_user_password'];
      return { username: proxyUserId, password: textOrNull(password) };
    },
  };
}

function readRestrictions({ writer }: StoreContext, proxyUserId: string, most: number): AccessRestrictions {
  return {
    services: writer.all(restrictedServices, proxyUserId, most).map(([id, name]) => ({
      service_id: formatId(id),
      service_name: textOrNull(name),
    })),
    proxies: writer.all(restrictedProxies, proxyUserId, most).map(([id, ipv4, ipv6]) => ({
      proxy_id: formatId(id),
      address: textOrNull(ipv4) ?? textOrNull(ipv6),
    })),
  };
}
