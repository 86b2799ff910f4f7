import { expect, test } from 'vitest';
import { makeStore, makeUser, query } from '../support.ts';

test('proxy users are sorted by the numbers in their names, in either case', () => {
  const store = makeStore();
  const names = ['user10', 'User3', 'user2', 'user', 'user02b', 'alpha9'];
  store.syncs.writePage(
    'proxy_users',
    names.map((name) => makeUser(name)),
  );
  const sorted = (isDescending: boolean): readonly string[] =>
    store.proxy_users
      .list({ where: query('', 'proxy_users'), sort: [{ field: 'proxy_user_id', isDescending }], offset: 0, limit: 10 })
      .map((row) => row.proxy_user_id);
  const order = ['alpha9', 'user', 'user2', 'user02b', 'User3', 'user10'];
  expect(sorted(false)).toEqual(order);
  expect(sorted(true)).toEqual(order.toReversed());
});
