import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import ManageTagsDialog from '../../../src/renderer/annotations/ManageTagsDialog.svelte';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import { fail } from '../../../src/shared/failure.ts';
import { answerRequests } from '../../support/window/answer-requests.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

test('a name that is taken is reported at its tag until the tag has its old name again', async () => {
  answerRequests((name) => {
    if (name === 'tags:put') throw fail('name-taken', 'There is already a tag named “new”.');
    return undefined;
  });
  const account = new AccountState(new AppState(), 'a', listColumns);
  account.tags.all = [{ id: 1, name: 'old', color: 'grey', proxyCount: 1, serviceCount: 0 }];
  await show(InAccount, { account, shown: ManageTagsDialog, props: { onclose: () => undefined } });
  const field = page.getByRole('textbox', { name: 'Name of the tag old' });
  await field.fill('new');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveAccessibleDescription('There is already a tag named “new”.');
  await expect.element(field).toHaveValue('new');
  await field.fill('old');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toBeValid();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
