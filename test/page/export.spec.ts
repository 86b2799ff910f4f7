import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDemoService } from '../support/demo-service.ts';
import { answerSaveDialog, chooseFormat, closeExport, saveButton } from './export-dialog.ts';
import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { openView } from './open-view.ts';
import { findFreePort } from '../support/real-proxies.ts';
import { addAccount, closeMessages } from './open-demo.ts';

test('a template is typed with suggestions, saved by name, and exported', async ({ demo: app, exportDir }) => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^\.txt file/)).toBeVisible();
  await chooseFormat(dialog, 'template');
  const template = dialog.getByRole('combobox', { name: 'Template' });
  await template.fill('');
  await template.pressSequentially('{cou');
  await expect(dialog.getByRole('option', { name: /^country\} / })).toBeVisible();
  await template.press('ArrowDown');
  await template.press('Tab');
  await expect(template).toHaveValue('{country}');
  await template.pressSequentially(' {hots}');
  await expect(template).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByText('Character 12: Unknown field "hots"')).toBeVisible();
  await expect(saveButton(dialog)).toBeDisabled();
  expect(await findFaults(page)).toEqual([]);
  await template.fill('{index|pad:4} {country} {host}');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText(/^0001 [A-Z]{2} [\d.]+$/)).toBeVisible();
  await dialog.getByLabel('Template name').fill('Numbered');
  await dialog.getByLabel('Template name').press('Enter');
  await expect(dialog.getByRole('button', { name: 'Remove template' })).toBeVisible();

  answerSaveDialog(app, join(exportDir, 'list.txt'));
  await saveButton(dialog).click();
  await expect(page.getByText(/^Saved \d+ proxies to list\.txt/)).toBeVisible();
  await closeExport(dialog);
  expect(readFileSync(join(exportDir, 'list.txt'), 'utf8')).toMatch(/^0001 [A-Z]{2} [\d.]+\n/);

  await page.keyboard.press('ControlOrMeta+e');
  await chooseFormat(dialog, 'Numbered');
  await expect(template).toHaveValue('{index|pad:4} {country} {host}');
});

test('a proxy user of hundreds is found with Enter, and then exported or tested', { tag: '@slow' }, async ({ app }) => {
  const { page } = app;
  const demo = await startDemoService();
  const access = { proxy_user_access_type: 'all', proxy_user_is_deleted: false };
  for (let number = 1; number <= 510; number += 1) {
    const id = `member${String(number)}`;
    demo.account.proxyUsers.add({ ...access, proxy_user_id: id, proxy_user_password: 'secret' });
  }
  demo.account.proxyUsers.add({
    ...access,
    proxy_user_id: 'zenith',
    proxy_user_password: 'secret',
  });
  await addAccount(page, demo);
  await page.keyboard.press('ControlOrMeta+e');
  const exporting = page.getByRole('dialog', { name: /^Export / });
  await expect(saveButton(exporting)).toBeEnabled();
  await exporting.getByLabel('Find a proxy user').fill('zen');
  await page.keyboard.press('Enter');
  await expect(exporting.getByLabel('Proxy user', { exact: true })).toHaveValue('zenith');
  await expect(page.getByRole('dialog', { name: / for zenith$/ })).toBeVisible();
  await exporting.locator('summary').click();
  await exporting.getByLabel('Find a proxy user').fill('member');
  await page.keyboard.press('Enter');
  const others = exporting.getByRole('group', { name: 'Additional users' }).getByRole('checkbox');
  for (let at = 0; at < 29; at += 1) await others.nth(at).check();
  await expect(others.nth(29)).toBeDisabled();
  await expect(exporting.getByText('An export can have at most 30 users.')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.keyboard.press('ControlOrMeta+t');
  const testing = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
  await testing.getByLabel('Find a proxy user').fill('nobody');
  await page.keyboard.press('Enter');
  await expect(testing.getByText('None found')).toBeVisible();
  await testing.getByLabel('Find a proxy user').fill('zen');
  await page.keyboard.press('Enter');
  await expect(testing.getByLabel('Credentials')).toHaveValue('zenith');
  await expect(testing).toBeVisible();
  await demo.close();
});

test(
  'without proxy users each proxy is exported with its own default credentials',
  { tag: '@slow' },
  async ({ app, exportDir }) => {
    const { page } = app;
    const demo = await startDemoService({ proxyCount: 12 });
    const users = demo.account.proxyUsers;
    for (const user of users.slice(0, users.count())) users.remove(String(user['proxy_user_id']));
    await addAccount(page, demo);
    await page.getByRole('grid', { name: 'Proxies' }).locator('[data-index="1"]').click();
    await page
      .getByRole('complementary', { name: 'Details of the proxy' })
      .getByRole('button', { name: 'Copy', exact: false })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Copy as http:// URL' }).click();
    await expect(page.getByText(/^Copied 1 proxy\./)).toBeVisible();

    await page.keyboard.press('ControlOrMeta+e');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/^This account has no proxy users\. Each line gets/)).toBeVisible();
    await expect(dialog.getByRole('combobox', { name: /^Proxy user/ })).toHaveValue('');
    answerSaveDialog(app, join(exportDir, 'list.txt'));
    await saveButton(dialog).click();
    await expect(page.getByText(/^Saved 12 proxies to list\.txt/)).toBeVisible();
    const lines = readFileSync(join(exportDir, 'list.txt'), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(12);
    for (const line of lines) expect(line).toMatch(/^[^/]*(\/\/)?harbor8234:[^@]+@[\d.]+:\d+$/);
    await demo.close();
  },
);

test('options change the preview at once, by keyboard alone', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('status')).toContainText(/\d+ proxies/);
  const within = dialog.getByLabel('Worked in the last');
  await within.fill('no');
  await expect(dialog.getByText(/^Enter a number/)).toBeVisible();
  await expect(saveButton(dialog)).toBeDisabled();
  await within.fill('24');
  await expect(dialog.getByText(/skipped: /)).toBeVisible();
  await within.fill('');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  const before = await preview.innerText();
  await dialog.locator('summary').focus();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Shuffle').press('Space');
  await dialog.getByRole('textbox', { name: 'Seed' }).fill('autumn');
  await dialog.locator('summary').press('Enter');
  await expect(dialog.getByText('1 set')).toBeVisible();
  await expect.poll(() => preview.innerText()).not.toBe(before);
  expect(await findFaults(page)).toEqual([]);
});

test(
  'a preset of the command line keeps its options in the dialog, which names them',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.evaluate(async () => {
      const { request } = Reflect.get(globalThis, 'bridge') as {
        request: (name: string, args?: unknown) => Promise<string>;
      };
      const { value } = JSON.parse(await request('accounts:list')) as { value: { id: string }[] };
      const choices = {
        proxyUserId: 'harbor8234',
        proxies: { kind: 'query', where: '' },
        format: 'http',
        protocol: 'http',
        ip: '4',
        options: { perCountry: 2, proxiesPerFile: 5 },
      };
      await request('presets:put', { accountId: value[0]?.id, name: 'Two of each', choices });
    });
    await page.reload();
    await page.keyboard.press('ControlOrMeta+e');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Two of each' }).click();
    await expect(dialog.getByText('Set on the command line: Maximum per country 2, Maximum per file 5.')).toBeVisible();
    await expect(dialog.getByText(/skipped: Their country already has 2 proxies/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeDisabled();
    expect(await findFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(dialog.getByText(/skipped: Their country/)).toBeHidden();
    await expect(dialog.getByRole('button', { name: 'Two of each changed' })).toBeVisible();
  },
);

test(
  'the anti-detect browsers are one format with a choice, which a name takes at once',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.keyboard.press('ControlOrMeta+e');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('combobox', { name: 'Browser' })).toHaveCount(0);
    await chooseFormat(dialog, 'dolphin');
    await expect(dialog.getByRole('combobox', { name: 'Format' })).toHaveValue('Anti-detect browser');
    const browser = dialog.getByRole('combobox', { name: 'Browser' });
    await expect(browser).toHaveValue('dolphin');
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText(/http:\/\/harbor8234:/);
    await browser.selectOption('AdsPower');
    await expect(preview).not.toContainText('http://');
    expect(await findFaults(page)).toEqual([]);
  },
);

test('a preset saves the choices, runs with one key, and updates its file after a sync', async ({
  demo: app,
  exportDir,
}) => {
  const { page } = app;
  const file = join(exportDir, 'list.txt');
  answerSaveDialog(app, file);
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog');
  await chooseFormat(dialog, 'http');
  await dialog.locator('summary').click();
  await dialog.getByRole('checkbox', { name: /^Remove duplicates/ }).check();
  await dialog.getByRole('button', { name: 'Save as preset…' }).click();
  await dialog.getByLabel('Preset name').fill('One of each');
  await dialog.getByRole('button', { name: 'Save preset' }).click();
  await expect(dialog.getByText('Save to a file once')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await saveButton(dialog).click();
  await closeExport(dialog);
  const first = readFileSync(file, 'utf8');

  rmSync(file);
  await page.keyboard.press('ControlOrMeta+Shift+e');
  await expect(page.getByText(/^One of each: \d+ proxies written to list\.txt\.$/)).toBeVisible();
  expect(readFileSync(file, 'utf8')).toBe(first);

  await page.keyboard.press('ControlOrMeta+e');
  await dialog.getByRole('button', { name: 'One of each' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Format' })).toHaveValue('http:// URL');
  await expect(dialog.getByText('Written just now')).toBeVisible();
  await dialog.getByLabel('Update list.txt after every sync').check();
  await dialog.getByRole('combobox', { name: 'Address' }).selectOption('IPv6');
  await expect(dialog.getByRole('button', { name: 'One of each changed' })).toBeVisible();
  await page.keyboard.press('Escape');
  rmSync(file);
  await page.keyboard.press('F5');
  await expect(page.getByText('The sync updated list.txt.')).toBeVisible();
  expect(readFileSync(file, 'utf8')).toBe(first);

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('one of each');
  await expect(page.getByRole('option', { name: /Run preset One of each/ })).toBeVisible();
});

test('formats are found by typing in groups, and the last ones come first', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog', { name: /^Export/ });
  const format = dialog.getByRole('combobox', { name: 'Format' });
  const list = dialog.getByRole('listbox', { name: 'Formats' });
  await expect(format).toHaveValue('host:port:user:pass');
  await format.click();
  await expect(list.getByRole('group', { name: 'Recent' })).toHaveCount(0);
  await expect(list.getByRole('group', { name: 'Proxy apps' })).toContainText('Anti-detect browser');
  expect(await findFaults(page)).toEqual([]);
  await format.pressSequentially('playw');
  await expect(list.getByRole('option')).toHaveText(['Playwright proxy options']);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(format).toHaveValue('host:port:user:pass');

  await format.pressSequentially('csv');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(format).toHaveValue('CSV for spreadsheets');
  await expect(dialog.getByText(/^\.csv file/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await closeExport(dialog);

  await page.keyboard.press('ControlOrMeta+e');
  await expect(format).toHaveValue('CSV for spreadsheets');
  await format.click();
  const recent = list.getByRole('group', { name: 'Recent' });
  await expect(recent.getByRole('option')).toHaveText(['CSV for spreadsheets Data']);
  await list.getByRole('option', { name: 'user:pass@host:port' }).click();
  await expect(format).toHaveValue('user:pass@host:port');
});

test(
  'long lines of the preview wrap, and skipped addresses are one click away',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.keyboard.press('ControlOrMeta+e');
    const dialog = page.getByRole('dialog', { name: /^Export/ });
    await chooseFormat(dialog, 'mihomo');
    const lines = dialog.getByRole('group', { name: 'First lines' });
    await expect(lines).toContainText('proxies:');
    const isCut = (): Promise<boolean> => lines.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect(await isCut()).toBe(false);
    await dialog.getByRole('button', { name: 'Wrap lines' }).click();
    expect(await isCut()).toBe(true);
    await expect(dialog.getByRole('status')).toHaveText('250 proxies');
    await dialog.getByRole('combobox', { name: 'Address' }).selectOption('IPv4');
    await expect(dialog.getByText('skipped: They have no IPv4 address.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Use IPv4, else IPv6' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Address' })).toHaveValue('any');
    await expect(dialog.getByText('skipped:')).toHaveCount(0);
  },
);

test(
  'presets are in the sidebar: a click runs one and shows its file, its menu edits, renames and removes it',
  { tag: '@slow' },
  async ({ demo: app, exportDir }) => {
    const { page } = app;
    const file = join(exportDir, 'list.txt');
    answerSaveDialog(app, file);
    await page.keyboard.press('ControlOrMeta+e');
    const dialog = page.getByRole('dialog');
    await chooseFormat(dialog, 'http');
    await dialog.getByRole('button', { name: 'Save as preset…' }).click();
    await dialog.getByLabel('Preset name').fill('Scraper');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Scraper' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');

    const presets = page.getByRole('navigation').getByRole('list', { name: 'Export presets' });
    await presets.getByRole('button', { name: 'Scraper' }).click();
    await expect(page.getByText(/^Scraper: \d+ proxies written to list\.txt\.$/)).toBeVisible();
    expect(readFileSync(file, 'utf8')).toMatch(/^http:/);
    // The file was chosen once; later clicks replace it without a question, and say where it is.
    await expect(presets.getByRole('button', { name: 'Scraper just now' })).toHaveAttribute(
      'title',
      'Exports to list.txt again, which replaces the file',
    );
    await closeMessages(page);
    writeFileSync(file, 'older');
    await presets.getByRole('button', { name: 'Scraper' }).click();
    await expect(page.getByRole('button', { name: 'Show in folder' })).toBeVisible();
    expect(readFileSync(file, 'utf8')).toMatch(/^http:/);
    await page.getByRole('button', { name: 'Copy path' }).click();
    await expect(page.getByText('Copied the path.')).toBeVisible();

    await presets.getByRole('button', { name: 'Scraper' }).click({ button: 'right' });
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Format' })).toHaveValue('http:// URL');
    await page.keyboard.press('Escape');
    await presets.getByRole('button', { name: 'Scraper' }).press('F2');
    await dialog.getByLabel('Name').fill('Browsers');
    await page.keyboard.press('Enter');
    // Until it is closed, keys are its own.
    await expect(dialog).toBeHidden();
    await presets.getByRole('button', { name: 'Browsers' }).press('Delete');
    await expect(presets).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(presets.getByRole('button', { name: 'Browsers' })).toBeVisible();
  },
);

test('a preset is served at a local address while the gateway is on, until it is switched off', async ({
  demo: app,
}) => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog');
  await chooseFormat(dialog, 'http');
  await dialog.getByRole('button', { name: 'Save as preset…' }).click();
  await dialog.getByLabel('Preset name').fill('daily');
  await page.keyboard.press('Enter');
  const serves = dialog.getByRole('checkbox', { name: 'Serve at a local address while the gateway is on' });
  await serves.check();
  await dialog.getByRole('button', { name: 'Copy address' }).click();
  await expect(page.getByText(/^Copied the address of daily with its token\./)).toBeVisible();
  const first = app.desktop.copied;
  expect(first).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/lists\/daily\?token=[\w-]{24}$/);
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await openView(page, 'gateway');
  await page.getByRole('button', { name: 'New rule…' }).click();
  const port = await findFreePort();
  await dialog.getByLabel('Port').fill(String(port));
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('switch', { name: 'Gateway' }).click();
  await expect(page.getByRole('heading', { name: 'Gateway is on' })).toBeVisible();
  const presets = page.getByRole('navigation').getByRole('list', { name: 'Export presets' });
  const choose = async (title: string): Promise<void> => {
    await presets.getByRole('button', { name: 'daily' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: title, exact: true }).click();
  };
  await choose('Copy address with token');
  await expect.poll(() => app.desktop.copied).toContain(`:${String(port)}/`);
  const address = app.desktop.copied;
  const answer = await fetch(address);
  expect([answer.status, Number(answer.headers.get('x-proxy-count'))]).toEqual([200, expect.any(Number)]);
  expect(await answer.text()).toMatch(/^http:\/\/[^:]+:[^@]+@/);
  const unchanged = await fetch(address, { headers: { 'If-None-Match': answer.headers.get('etag') ?? '' } });
  expect(unchanged.status).toBe(304);
  await choose('New token for the address');
  await expect(page.getByText(/^daily has a new address\./)).toBeVisible();
  expect((await fetch(address)).status).toBe(404);
  await choose('Copy address with token');
  await expect.poll(() => app.desktop.copied).not.toBe(address);
  expect((await fetch(app.desktop.copied)).status).toBe(200);
  await choose('Stop serving at a local address');
  await expect.poll(async () => (await fetch(app.desktop.copied)).status).toBe(404);
});
