import { accessibleTo } from './query/access.ts';
import { storedId } from '../schema/codec.ts';
import type { Condition } from './query/condition.ts';
import type { AddressRequest } from '../types.ts';

/** The condition that one of the users may use a proxy `r`. */
export function compileAccess(users: AddressRequest['accessibleTo']): Condition {
  if (users === null) return { sql: 'TRUE', params: [] };
  if (typeof users === 'string') return accessOfUser(users);
  const list = JSON.stringify(users.map((user) => storedId(user)));
  return accessibleTo({
    sql: 'u.proxy_user_id IN (SELECT value FROM json_each(?))',
    params: [list],
  });
}

const accessOfUser = (user: string): Condition =>
  accessibleTo({ sql: 'u.proxy_user_id = ?', params: [storedId(user)] });

/** An integer of a proxy `r`: bit 0 if it is alive, one bit per user from bit 1 on. */
export function compileFlags({ aliveSince, accessibleTo: users }: AddressRequest): Condition {
  const alive = aliveSince === undefined ? [] : [isAliveSince(aliveSince)];
  const each = users === null || typeof users === 'string' ? [] : users.map(accessOfUser);
  const parts = [
    ...alive.map(({ sql }) => `coalesce(${sql}, 0)`),
    ...each.map(({ sql }, place) => `(coalesce(${sql}, 0) << ${String(place + 1)})`),
  ];
  return {
    sql: parts.length === 0 ? '0' : parts.join(' | '),
    params: [...alive, ...each].flatMap(({ params }) => params),
  };
}

/**
 * A test succeeded in the last run, since a time, that tested the proxy at its present address. By the local clock: the
 * zone of the service's times is unknown.
 */
const isAliveSince = (since: string): Condition => ({
  sql: `r.proxy_id IN (
    SELECT proxy_id FROM (
      -- The other columns of the row with the highest run.
      SELECT t.proxy_id, t.success_count > 0 AS answered, max(t.test_run_id)
      FROM user.test_run run JOIN user.tested_proxy t ON t.test_run_id = run.id
      WHERE run.started_at BETWEEN ? AND ? AND t.result_count > 0 AND t.is_replaced = 0 AND t.proxy_id IS NOT NULL
      GROUP BY t.proxy_id
    ) WHERE answered)`,
  // A run in the future was recorded by a clock that was ahead.
  params: [since, new Date().toISOString()],
});
