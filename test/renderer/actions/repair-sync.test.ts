import { expect, it } from 'vitest';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { repairsOfSync } from '../../../src/renderer/actions/repair-sync.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import type { FailureCode } from '../../../src/shared/failure.ts';
import type { SyncState } from '../../../src/shared/sync.ts';

const repairsAfter = (code: FailureCode | null): string[] => {
  const account = new AccountState(new AppState(), 'a', listColumns);
  const lastProblem = code === null ? null : { code, message: '' };
  account.sync.state = { lastProblem, counts: { proxies: 5 } } as SyncState; // what is read of it
  return repairsOfSync(account).map(({ title }) => title);
};

it('offers one way out of a failed sync, which the banner and the overview share', () => {
  expect(repairsAfter(null)).toEqual([]);
  expect(repairsAfter('unreachable')).toEqual(['Sync again']);
});
