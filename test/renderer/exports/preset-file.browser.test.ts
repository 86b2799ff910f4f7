import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import PresetFile from '../../../src/renderer/exports/PresetFile.svelte';
import { fail } from '../../../src/shared/failure.ts';
import { answerRequests } from '../../support/window/answer-requests.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

test('a preset that could not be served is not shown as served', async () => {
  let canServe = false;
  answerRequests((name) => {
    if (name !== 'presets:serve' || canServe) return undefined;
    throw fail('invalid-input', 'A preset of several files cannot be served.');
  });
  const account = new AccountState(new AppState(), 'a', listColumns);
  const preset = { id: 1, name: 'daily', choices: null, isServed: false, file: null };
  const ignore = (): void => undefined;
  await show(InAccount, { account, shown: PresetFile, props: { preset, onfollow: ignore, onremove: ignore } });
  const box = page.getByRole('checkbox', { name: 'Serve at a local address while the gateway is on' });
  await box.click();
  await expect.poll(() => account.app.toasts.all[0]?.text).toContain('several files');
  await expect.element(box).not.toBeChecked();
  canServe = true;
  await box.click();
  await expect.element(box).toBeChecked();
});
