import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import TestDialog from '../../../src/renderer/test-runs/TestDialog.svelte';
import { answerRequests } from '../../support/window/answer-requests.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

/** Shows the dialog for a test from this machine in a window, with its rare options open. */
async function showOptions(size: { width: number; height: number }): Promise<HTMLElement> {
  const estimate = { requestCount: 250, bytes: 1e6, isMeasured: true, skippedCount: 0, skipped: {} };
  answerRequests((name) => (name === 'tests:estimate' ? estimate : undefined));
  const account = new AccountState(new AppState(), 'a', listColumns);
  const target = { title: 'all #', rows: { kind: 'query', where: '' }, count: 250, userId: null } as const;
  await show(InAccount, { account, shown: TestDialog, props: { target, onclose: () => undefined } }, size);
  const dialog = page.getByRole('dialog', { name: 'Test 250 proxies' });
  await dialog.getByRole('radio', { name: 'This machine' }).click();
  await dialog.getByText(/^More options/).click();
  await expect.element(dialog.getByRole('combobox', { name: 'Repeat' })).toBeVisible();
  const element = dialog.element();
  // It is one.
  return element as HTMLElement;
}
const topsOf = (elements: Iterable<Element>): readonly number[] =>
  [...elements].map((element) => element.getBoundingClientRect().top);

test.each([
  { width: 1600, height: 900 },
  { width: 1280, height: 600 },
  { width: 640, height: 400 },
])(
  'in a window of $width×$height the labels of the test dialog begin on one line, and its two sources are alike',
  async (size) => {
    const dialog = await showOptions(size);
    const lefts = [...dialog.querySelectorAll('.body > .field > .label, .body > fieldset > legend')].map((label) => {
      // A box may have padding.
      const text = document.createRange();
      text.selectNodeContents(label);
      return text.getBoundingClientRect().left;
    });
    expect(lefts.length).toBeGreaterThan(3);
    expect(new Set(lefts).size).toBe(1);
    const cards = [...dialog.querySelectorAll('.card')];
    const [first, second] = cards.map((card) => topsOf(card.querySelectorAll('input, b, span span')));
    expect(first).toHaveLength(3);
    // Next to each other, not one below the other.
    expect(first).toEqual(second);
  },
);

test('each choice of a test is written in full in its field', async () => {
  const dialog = await showOptions({ width: 1280, height: 600 });
  const selects = [...dialog.querySelectorAll('select')];
  expect(selects.length).toBeGreaterThan(2);
  for (const select of selects) {
    const widthPx = select.clientWidth;
    for (const { text } of select.options) {
      // As wide as it must be for this choice alone.
      const only = select.cloneNode() as HTMLSelectElement;
      only.append(new Option(text));
      only.style.width = 'max-content';
      select.after(only);
      expect(only.clientWidth, text).toBeLessThanOrEqual(widthPx);
      only.remove();
    }
  }
});
