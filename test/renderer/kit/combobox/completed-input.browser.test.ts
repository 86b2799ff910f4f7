import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import CompletedInput from '../../../../src/renderer/kit/combobox/CompletedInput.svelte';
import { completeQuery } from '../../../../src/shared/filter/query-completion.ts';
import { show } from '../../../support/window/show.ts';

test('a filter in a form is completed as it is typed, first its key and then its value', async () => {
  const countries = [{ value: 'DE', label: 'Germany', count: 23 }];
  await show(CompletedInput, {
    id: 'filter',
    text: '',
    isWrong: false,
    describedBy: 'hint',
    complete: (text: string, caret: number) =>
      Promise.resolve(completeQuery({ list: 'proxies', text, caret }, () => countries)),
  });
  const field = page.getByRole('combobox');
  await field.click();
  await userEvent.keyboard('count{Enter}');
  await expect.element(field).toHaveValue('country:');
  await expect.element(page.getByRole('option')).toMatchTextContent('DE Germany 23');
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveValue('country:DE');
  await expect.element(field).toHaveFocus();
});
