import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import { hostLineActions, skipNetwork } from '../../../src/renderer/gateway/host-lines.ts';
import RuleDialog from '../../../src/renderer/gateway/RuleDialog.svelte';
import LineDialog from '../../../src/renderer/gateway/LineDialog.svelte';
import type { DialogRequest } from '../../../src/renderer/account/dialog-request.ts';
import { completeQuery } from '../../../src/shared/filter/query-completion.ts';
import type { RuleChoices } from '../../../src/shared/gateway/gateway.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { answerRules } from '../../support/window/rules-in-memory.ts';
import { show } from '../../support/window/show.ts';

type LineRequest = Extract<DialogRequest, { kind: 'gateway-line' }>;

/** Runs an action on shop.example.com, to which the rule `scraper` sends most requests, and shows the dialog that it opens. */
async function open(title: string, given: readonly Partial<RuleChoices>[]) {
  const saved = answerRules(given);
  const account = new AccountState(new AppState(), 'a', listColumns);
  const actions = hostLineActions(account, 'shop.example.com', () => Promise.resolve('scraper'), false);
  const action = actions.find((one) => one.title === title);
  action?.run();
  await expect.poll(() => account.app.dialog ?? account.app.toasts.all[0]).toBeTruthy();
  const { dialog, toasts } = account.app;
  if (dialog?.kind === 'gateway-line') {
    const { rule, index, first }: LineRequest = dialog;
    const onclose = (): void => {
      account.app.close(dialog);
    };
    await show(InAccount, { account, shown: LineDialog, props: { rule, index, first, onclose } });
  }
  return { ...saved, account, toasts };
}

test('a host is blocked by the first line of its rule with one key, and undo restores the lines', async () => {
  const { rules, toasts } = await open('Block it…', [{ name: 'other' }, { name: 'scraper', lines: '* -> this rule' }]);
  await expect.element(page.getByRole('dialog')).toMatchTextContent('New line of scraper');
  await expect.element(page.getByLabelText('Targets')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rules[1]?.lines).toBe('shop.example.com -> block\n* -> this rule');
  expect(toasts.all[0]?.text).toBe('The first line of scraper is: shop.example.com -> block');
  toasts.all[0]?.actions[0]?.run();
  await expect.poll(() => rules[1]?.lines).toBe('* -> this rule');
});

test('undo takes the line away only, if others have changed the lines since', async () => {
  const { rules, toasts } = await open('Block it…', [{ name: 'scraper' }]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rules[0]?.lines).toBe('shop.example.com -> block\n* -> this rule');
  const [rule] = rules;
  if (rule) rules[0] = { ...rule, lines: 'shop.example.com -> block\nnew.example -> block\n* -> this rule' };
  toasts.all[0]?.actions[0]?.run();
  await expect.poll(() => rules[0]?.lines).toBe('new.example -> block\n* -> this rule');
});

test('a host is sent to another rule from a rule that the user chooses, and never to itself', async () => {
  const { rules } = await open('Send to another rule…', [
    { name: 'scraper' },
    { name: 'us-isp', lines: 'a.example -> block\n* -> this rule' },
    { name: 'spare' },
  ]);
  const goesTo = page.getByRole('combobox', { name: 'Goes to' });
  await expect.element(goesTo).toHaveValue('us-isp');
  await page.getByRole('combobox', { name: 'Rule', exact: true }).selectOptions('us-isp');
  await expect.element(goesTo).toHaveValue('this rule');
  await goesTo.selectOptions('spare');
  await page.getByRole('button', { name: 'Add line' }).click();
  await expect.poll(() => rules[1]?.lines).toBe('shop.example.com -> spare\na.example -> block\n* -> this rule');
  expect(rules[0]?.lines).toBe('');
});

test('hosts that programs asked for lately are suggested while a target is typed, so that a line is a choice', async () => {
  const hosts = ['shop.example.com', 'cdn.example.net'].map((value) => ({ value, label: value, count: 9 }));
  const { rules } = answerRules([{ name: 'scraper' }], {
    answer: (name, { text = '', caret = 0 }) =>
      name === 'filter:complete' ? completeQuery({ list: 'requests', text, caret }, () => hosts) : undefined,
  });
  const account = new AccountState(new AppState(), 'a', listColumns);
  await account.gateway.reload();
  const rule = account.gateway.rules[0]?.rule;
  await show(InAccount, { account, shown: LineDialog, props: { rule, index: null, onclose: () => undefined } });
  await expect.element(page.getByText('Ctrl+Space lists hosts that programs asked for lately.')).toBeVisible();
  await userEvent.keyboard('{Control>} {/Control}');
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await expect.element(options.nth(1)).toMatchTextContent('cdn.example.net');
  await userEvent.keyboard('sho{ArrowDown}{Enter}, {Control>} {/Control}');
  await expect.element(options).toMatchTextContent('cdn.example.net');
  await userEvent.keyboard('{ArrowDown}{Enter}{Enter}');
  await expect.poll(() => rules[0]?.lines).toBe('shop.example.com, cdn.example.net -> this rule\n* -> this rule');
});

test('a network is kept from a host by a rule without it, and a line that sends the host there', async () => {
  const { rules } = answerRules([
    { name: 'scraper', lines: '*.example.com -> us\n* -> this rule' },
    { name: 'us', where: 'country:US' },
  ]);
  const account = new AccountState(new AppState(), 'a', listColumns);
  await skipNetwork(account, 'shop.example.com', 'Lakeside', () => Promise.resolve('scraper'));
  const { dialog } = account.app;
  if (dialog?.kind !== 'gateway-rule') throw new Error('There is no dialog of a rule.');
  const { start, onadd, port } = dialog;
  expect(start).toMatchObject({ name: 'us-without-lakeside', where: 'country:US -network:=Lakeside' });
  const onclose = (): void => {
    account.app.close(dialog);
  };
  const { close } = await show(InAccount, { account, shown: RuleDialog, props: { port, start, onadd, onclose } });
  await page.getByRole('button', { name: 'Add rule' }).click();
  await expect.poll(() => account.app.dialog?.kind).toBe('gateway-line');
  await close();
  expect(rules[2]).toMatchObject({ name: 'us-without-lakeside', isOn: true });
  expect(account.app.dialog).toMatchObject({
    rule: { name: 'scraper' },
    first: { targets: ['shop.example.com'], way: ['us-without-lakeside'] },
  });
});

test('without another rule a host cannot be sent to one', async () => {
  const { account, toasts } = await open('Send to another rule…', [{ name: 'scraper' }]);
  expect(account.app.dialog).toBe(null);
  expect(toasts.all[0]?.text).toContain('There is no other rule.');
});
