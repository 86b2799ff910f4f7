import { expect, it } from 'vitest';
import { sortAccess, summarizeAccess } from '../../../src/renderer/access/compare-access.ts';
import type { AccessComparison } from '../../../src/shared/records/proxy-user.ts';

const user = (id: string, offline: boolean, online: boolean | null): AccessComparison => ({
  proxy_user_id: id,
  proxy_user_is_default: false,
  offline,
  online,
});

it.each([
  [[user('a', true, true), user('b', false, false)], 'matches the cached data for 2 users.'],
  [[user('a', true, false), user('b', false, false)], 'for 1 of 2 users. Sync to'],
  [[user('a', true, true), user('b', true, null)], 'does not list 1 user of the cached data.'],
  [[], 'nothing to compare'],
])('sums a comparison up', (users, said) => {
  expect(summarizeAccess(users)).toContain(said);
});

it('puts differences first; a user that the service does not list is not one', () => {
  const users = [user('u10', true, true), user('u2', true, true), user('z', true, false), user('a', true, null)];
  expect(sortAccess(users).map((one) => one.proxy_user_id)).toEqual(['z', 'a', 'u2', 'u10']);
});
