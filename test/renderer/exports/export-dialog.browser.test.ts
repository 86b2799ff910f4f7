import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import ExportDialog from '../../../src/renderer/exports/ExportDialog.svelte';
import type { ExportFormatInfo, ExportPreview } from '../../../src/shared/exports/export.ts';
import { fail } from '../../../src/shared/failure.ts';
import { answerRequests } from '../../support/window/answer-requests.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

const format: ExportFormatInfo = {
  name: 'host:port',
  aliases: [],
  label: 'host:port',
  group: 'Lines',
  extension: 'txt',
  mimeType: 'text/plain',
  protocol: null,
  example: '192.0.2.1:8000',
  hasCredentials: false,
  hasIpv6: true,
  forbidden: null,
  maxProxies: null,
};
const writable: ExportPreview = {
  lines: ['192.0.2.1:8000'],
  shownCount: 1,
  fileCount: 1,
  writtenCount: 1,
  skipped: [],
};

/** Opens the dialog, whose formats and previews wait until the test gives them. */
async function open(account = new AccountState(new AppState(), 'a', listColumns)) {
  const formats = Promise.withResolvers<readonly ExportFormatInfo[]>();
  const preview = Promise.withResolvers<ExportPreview>();
  const requested: string[] = [];
  answerRequests((name) => {
    requested.push(name);
    if (name === 'exports:formats') return formats.promise;
    if (name === 'exports:preview') return preview.promise;
    if (name === 'exports:save') return { ...writable, fileName: 'out.txt' };
    return name === 'settings:get-account' ? { proxyUserId: null } : undefined;
  });
  const target = { title: 'all #', rows: { kind: 'query', where: '' }, count: 1, userId: null } as const;
  const { close } = await show(InAccount, {
    account,
    shown: ExportDialog,
    props: { target, onclose: () => undefined },
  });
  const dialog = page.getByRole('dialog', { name: 'Export 1 proxy' });
  await expect.element(dialog).toBeInTheDocument();
  return { account, dialog, formats, preview, requested, close };
}

test('the main key of the export dialog waits for what it needs, and then exports', async () => {
  const { dialog, formats, preview, requested } = await open();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  formats.resolve([format]);
  await expect.poll(() => requested).toContain('exports:preview');
  expect(requested).not.toContain('exports:save');
  preview.resolve(writable);
  await expect.element(dialog).toMatchTextContent('Saved 1 proxy to out.txt.');
  expect(requested.filter((name) => name === 'exports:save')).toHaveLength(1);
});

test('the main key exports nothing if the preview is empty, and the dialog says why', async () => {
  const { dialog, formats, preview, requested } = await open();
  formats.resolve([format]);
  await expect.poll(() => requested).toContain('exports:preview');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const skipped = [{ reason: 'no-port', count: 1, message: 'They have no port.' }] as const;
  preview.resolve({ ...writable, lines: [], shownCount: 0, writtenCount: 0, skipped });
  await expect.element(dialog).toMatchTextContent('Nothing to export with these settings.');
  await expect.element(dialog).toMatchTextContent('1 skipped: They have no port.');
  await expect.element(dialog.getByRole('button', { name: /^Save…/ })).toBeDisabled();
  expect(requested).not.toContain('exports:save');
});

test('the main key exports nothing if the preview fails, whatever the reason', async () => {
  const { dialog, formats, preview, requested } = await open();
  formats.resolve([format]);
  await expect.poll(() => requested).toContain('exports:preview');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  preview.reject(fail('not-found', 'The rule scraper has no token.'));
  await expect.element(dialog).toMatchTextContent('The rule scraper has no token.');
  await expect.element(dialog.getByRole('button', { name: /^Save…/ })).toBeDisabled();
  expect(requested).not.toContain('exports:save');
});

test('a template that was typed is there again until it was exported, also by name', async () => {
  const template = { ...format, name: 'template', label: 'Template' };
  const first = await open();
  first.formats.resolve([format, template]);
  await first.dialog.getByRole('combobox', { name: 'Format' }).fill('template');
  await userEvent.keyboard('{Enter}');
  await first.dialog.getByRole('combobox', { name: 'Template' }).fill('{host} {country}');
  await first.dialog.getByRole('textbox', { name: 'Template name' }).fill('Mine');
  await first.close();

  const second = await open(first.account);
  second.formats.resolve([format, template]);
  const text = second.dialog.getByRole('combobox', { name: 'Template' });
  await expect.element(text).toHaveValue('{host} {country}');
  await expect.element(second.dialog.getByRole('textbox', { name: 'Template name' })).toHaveValue('Mine');
  second.preview.resolve(writable);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(second.dialog).toMatchTextContent('Saved 1 proxy to out.txt.');
  await second.close();

  const third = await open(first.account);
  third.formats.resolve([format, template]);
  // The text as that of the last export.
  await expect.element(third.dialog.getByRole('combobox', { name: 'Template' })).toHaveValue('{host} {country}');
  await expect.element(third.dialog.getByRole('textbox', { name: 'Template name' })).toHaveValue('');
});
