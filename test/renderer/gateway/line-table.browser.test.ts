import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import LineTable from '../../../src/renderer/gateway/LineTable.svelte';
import InAccount from '../../support/window/InAccount.svelte';
import { answerRules } from '../../support/window/rules-in-memory.ts';
import { show } from '../../support/window/show.ts';

/** Shows the lines of a rule, which follow what is saved. */
async function showLines(...lines: readonly string[]) {
  const { rules, sent } = answerRules([{ name: 'scraper', lines: lines.join('\n') }]);
  const account = new AccountState(new AppState(), 'a', listColumns);
  await account.gateway.reload();
  const props = {
    get shown() {
      return account.gateway.selected;
    },
  };
  await show(InAccount, { account, shown: LineTable, props });
  return { account, sent, saved: (): readonly string[] => rules[0]?.lines.split('\n') ?? [] };
}
const grip = (line: number) => page.getByRole('button', { name: `Move line ${String(line)}`, exact: true });

test('arrow keys move a line, the focus goes with it, and the ends hold', async () => {
  const { saved } = await showLines('a.example -> block', 'b.example -> block', '* -> this rule');
  grip(1).element().focus();
  await userEvent.keyboard('{ArrowUp}');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(saved).toEqual(['b.example -> block', 'a.example -> block', '* -> this rule']);
  await expect.element(grip(2)).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(saved).toEqual(['a.example -> block', 'b.example -> block', '* -> this rule']);
  await expect.element(grip(1)).toHaveFocus();
});

test('a line is dragged to the place of another one', async () => {
  const { saved, sent } = await showLines(
    'a.example -> block',
    'b.example -> block',
    'c.example -> block',
    '* -> this rule',
  );
  await grip(1).dropTo(page.getByRole('row').nth(3));
  await expect
    .poll(saved)
    .toEqual(['b.example -> block', 'c.example -> block', 'a.example -> block', '* -> this rule']);
  // Other fields of the rule may have changed since.
  expect(sent.map((changes) => Object.keys(changes))).toEqual([['lines']]);
});

test('a line that can never match is marked, says what comes first, and is moved above it with one click', async () => {
  const { saved } = await showLines('*.example.com -> block', 'cdn.example.com -> direct', '* -> this rule');
  const row = page.getByRole('row').nth(2);
  await expect.element(row).toMatchTextContent(/Never matches: line 1 comes first/);
  const edit = page.getByRole('button', { name: 'Edit line 2: cdn.example.com' });
  expect(getComputedStyle(edit.element()).textDecorationLine).toBe('line-through');
  await row.getByRole('button', { name: 'Move above line 1' }).click();
  await expect.poll(saved).toEqual(['cdn.example.com -> direct', '*.example.com -> block', '* -> this rule']);
  await expect.element(page.getByText('Never matches')).not.toBeInTheDocument();
});

test('a removed line comes back to its place by undo', async () => {
  const { account, saved } = await showLines('a.example -> block', 'b.example -> block', '* -> this rule');
  await page.getByRole('button', { name: 'Remove line 1' }).click();
  await expect.poll(saved).toEqual(['b.example -> block', '* -> this rule']);
  await expect.poll(() => account.app.toasts.all[0]?.text).toBe('Line 1 was removed.');
  account.app.toasts.all[0]?.actions[0]?.run();
  await expect.poll(saved).toEqual(['a.example -> block', 'b.example -> block', '* -> this rule']);
});
