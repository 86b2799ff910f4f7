import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import { icons } from '../../../src/renderer/kit/icons.ts';
import SettingsDialog from '../../../src/renderer/settings/SettingsDialog.svelte';
import { answerRequests } from '../../support/window/answer-requests.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

test('each tab of the settings has a picture of its own, not one of arrows and hints', async () => {
  answerRequests(() => undefined);
  const account = new AccountState(new AppState(), 'a', listColumns);
  await show(InAccount, { account, shown: SettingsDialog, props: { onclose: () => undefined } });
  await expect.element(page.getByRole('tab', { name: 'General' })).toBeVisible();
  const tabs = page.getByRole('tab').elements();
  const pictures = tabs.map((tab) => tab.querySelector('path')?.getAttribute('d'));
  expect(pictures.length).toBeGreaterThan(4);
  expect(new Set(pictures).size).toBe(pictures.length);
  for (const name of ['chevron', 'command', 'info'] as const) expect(pictures).not.toContain(icons[name]);
});
