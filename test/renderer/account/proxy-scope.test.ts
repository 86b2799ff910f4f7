import { expect, test } from 'vitest';
import type { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import {
  defaultScope,
  proxiesOf,
  scopeChoices,
} from '../../../src/renderer/account/proxy-scope.ts';

/** What the scopes read of the account: ticked rows, the filter and what it finds, all there is. */
const accountWith = (ticked: number, where: string): AccountState =>
  ({
    selected: { proxies: { count: ticked, asRequest: { kind: 'ids', ids: ['a', 'b'] } } },
    proxies: { where, grid: { count: 12 } },
    sync: { state: { counts: { proxies: 250 } } },
  }) as unknown as AccountState; // nothing else is read

test.each([
  [0, '', 'all'],
  [0, 'country:US', 'query'],
  [1, '', 'all'],
  [1, 'country:US', 'query'],
  [2, 'country:US', 'selection'],
  [2, '', 'selection'],
] as const)(
  'with %i ticked rows and the filter "%s" a dialog begins with: %s',
  (ticked, where, expected) => {
    expect(defaultScope(accountWith(ticked, where))).toBe(expected);
  },
);

test('only scopes that make sense are offered, the nearest first', () => {
  const offered = (account: AccountState) =>
    scopeChoices(account).map(({ scope, count }) => [scope, count]);
  expect(offered(accountWith(1, 'country:US'))).toEqual([
    ['selection', 1],
    ['query', 12],
    ['all', 250],
  ]);
  expect(offered(accountWith(0, ''))).toEqual([['all', 250]]);
});

test('a scope is asked for by the ticked rows, by the filter, or without one', () => {
  const account = accountWith(2, 'country:US');
  expect(proxiesOf(account, 'selection')).toEqual({ kind: 'ids', ids: ['a', 'b'] });
  expect(proxiesOf(account, 'query')).toEqual({ kind: 'query', where: 'country:US' });
  expect(proxiesOf(account, 'all')).toEqual({ kind: 'query', where: '' });
});
