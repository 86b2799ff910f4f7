/**
 * The specification's "Access rules for has_access", 1 to 3, in SQL. Deleted users and unknown access types have no
 * access.
 */
import { storedId } from '../../schema/codec.ts';
import { either, type Condition } from './condition.ts';

const isActive = 'u.proxy_user_is_deleted IS NOT 1';

/** One of the users `u` of a condition may use a proxy `r`. Looks users up once. */
export function accessibleTo({ sql, params }: Condition): Condition {
  const users = (type: string): string =>
    `proxy_user u WHERE u.proxy_user_access_type = '${type}' AND ${isActive} AND ${sql}`;
  return either(
    [
      `EXISTS (SELECT 1 FROM ${users('all')})`,
      `r.service_id IN (
        SELECT a.value FROM proxy_user_service a
        WHERE a.row_key IN (SELECT u.key FROM ${users('service_restricted')}))`,
      `r.proxy_id IN (
        SELECT a.value FROM proxy_user_proxy a
        WHERE a.row_key IN (SELECT u.key FROM ${users('proxy_restricted')}))`,
    ].map((condition) => ({ sql: condition, params })),
  );
}

/** The condition that one of the users may use a proxy `r`. */
export function compileAccess(users: string | readonly string[] | null): Condition {
  if (users === null) return { sql: 'TRUE', params: [] };
  if (typeof users === 'string') return accessOfUser(users);
  const list = JSON.stringify(users.map((user) => storedId(user)));
  return accessibleTo({
    sql: 'u.proxy_user_id IN (SELECT value FROM json_each(?))',
    params: [list],
  });
}

/** The condition that a user may use a proxy `r`. */
export const accessOfUser = (user: string): Condition =>
  accessibleTo({ sql: 'u.proxy_user_id = ?', params: [storedId(user)] });

/** Users `u` of a proxy `r`, with the rule that allows it. */
export const usersOfProxy = `
  SELECT u.proxy_user_id, u.proxy_user_is_default, u.proxy_user_access_type
  FROM proxy r, proxy_user u
  WHERE r.proxy_id = ? AND ${isActive} AND CASE u.proxy_user_access_type
    WHEN 'all' THEN 1
    WHEN 'service_restricted' THEN EXISTS (
      SELECT 1 FROM proxy_user_service a WHERE a.row_key = u.key AND a.value = r.service_id)
    WHEN 'proxy_restricted' THEN EXISTS (
      SELECT 1 FROM proxy_user_proxy a WHERE a.row_key = u.key AND a.value = r.proxy_id)
    ELSE 0 END
  ORDER BY u.key`;

/** The first table of `accessCount`. */
export const proxiesPerService = (where: string): string =>
  `SELECT r.service_id, count(*) FROM proxy r WHERE ${where} GROUP BY 1`;

/**
 * Counts the proxies `r` per user: an expression and its common tables. `perService` selects services (or null) and
 * counts; its parameters precede those of `where`.
 */
export function accessCount(parts: { readonly perService: string; readonly where: string; readonly user: string }): {
  with: string;
  expression: string;
} {
  const { perService, where, user } = parts;
  return {
    with: `WITH per_service (service_id, proxies) AS MATERIALIZED (${perService}),
      per_user (key, proxies) AS MATERIALIZED (
        -- CROSS JOIN: the few restrictions first, each proxy by its id.
        SELECT a.row_key, count(DISTINCT r.key) FROM proxy_user_proxy a
        CROSS JOIN proxy r ON r.proxy_id = a.value WHERE ${where} GROUP BY 1)`,
    expression: `CASE WHEN ${user}.proxy_user_is_deleted IS 1 THEN 0 ELSE coalesce(
      CASE ${user}.proxy_user_access_type
        WHEN 'all' THEN (SELECT sum(proxies) FROM per_service)
        WHEN 'service_restricted' THEN (
          SELECT sum(proxies) FROM per_service WHERE service_id IN (
            SELECT a.value FROM proxy_user_service a WHERE a.row_key = ${user}.key))
        WHEN 'proxy_restricted' THEN (
          SELECT proxies FROM per_user WHERE per_user.key = ${user}.key)
      END, 0) END`,
  };
}
