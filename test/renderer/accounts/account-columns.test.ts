import { expect, test } from 'vitest';
import { accountColumns } from '../../../src/renderer/accounts/account-columns.ts';
import type { AccountOverview } from '../../../src/shared/account.ts';

const account: AccountOverview = {
  id: 'a',
  name: 'Big',
  proxyCount: 100_000,
  failingCount: null,
  problemCount: 0,
  serviceCount: 3,
  userCount: 1,
  lastCompletedAt: null,
  problem: null,
};
const shown = (name: string, changes: Partial<AccountOverview>): string | undefined =>
  accountColumns.find((column) => column.name === name)?.text?.({ ...account, ...changes });

test.each([
  [{}, 'None'],
  [{ failingCount: 0 }, 'None'],
  [{ failingCount: 1 }, 'None'],
  [{ problemCount: 1 }, '1 problem'],
  [{ failingCount: 21_428, problemCount: 3 }, '3 problems'],
  [{ problemCount: 3, problem: 'The keys were rejected.' }, 'The keys were rejected.'],
])('an account with %j has the problem "%s"', (changes, problem) => {
  expect(shown('problem', changes)).toBe(problem);
});

test('of an account that was never tested no number fails', () => {
  expect(shown('failing', {})).toBe('–');
  expect(shown('failing', { failingCount: 0 })).toBe('0');
});
