import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import LedgerInspector from '../../../src/renderer/usage/LedgerInspector.svelte';
import type { UsageKind } from '../../../src/shared/records/usage.ts';
import { answerRequests } from '../../support/window/answer-requests.ts';
import { changeableProps } from '../../support/window/changeable-props.svelte.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

/** Entries of both ledgers by their IDs. */
const records: Readonly<Record<string, object>> = {
  '7': { residential_ledger_id: '7', residential_ledger_reason: 'usage', residential_ledger_bytes: 5_000_000 },
  '8': { mobile_ledger_id: '8', mobile_ledger_reason: 'refund', mobile_ledger_bytes: 9_000_000 },
};

test('the details of an entry keep the fields of its ledger until the entry of the other one is here', async () => {
  const waiting: (() => void)[] = [];
  answerRequests(async (_name, { id = '' }) => {
    if (id === '8') await new Promise<void>((resolve) => waiting.push(resolve));
    return { record: records[id], receivedAt: '2026-03-01T10:00:00Z' };
  });
  const props = changeableProps<{ kind: UsageKind; id: string | null }>({ kind: 'residential', id: '7' });
  const account = new AccountState(new AppState(), 'a', listColumns);
  await show(InAccount, { account, shown: LedgerInspector, props });
  const details = page.getByRole('complementary', { name: 'Details of the ledger entry', includeHidden: true });
  await expect.element(details).toMatchTextContent('5.0 MB');
  Object.assign(props, { kind: 'mobile', id: '8' });
  await expect.poll(() => waiting.length).toBe(1);
  await expect.element(details).toMatchTextContent('Residential ledger');
  await expect.element(details).toMatchTextContent('5.0 MB');
  await expect.element(details).toHaveAttribute('inert');
  waiting[0]?.();
  await expect.element(details).toMatchTextContent('Mobile ledger');
  await expect.element(details).toMatchTextContent('9.0 MB');
  await expect.element(details).not.toHaveAttribute('inert');
});
