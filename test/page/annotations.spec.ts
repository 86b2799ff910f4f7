import type { Page } from '@playwright/test';
import { startDemoService, type DemoService } from '../support/demo-service.ts';
import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { addAccount } from './open-demo.ts';
import { openView } from './open-view.ts';
import { readLastView } from './read-last-view.ts';

const filterBy = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Filter', exact: true }).fill(text);
};
test('three proxies are tagged, found by their tag, untagged by undo, and tagged again by redo after a restart', async ({
  demo: app,
  open,
}) => {
  const { page } = app;
  await page.setViewportSize({ width: 1600, height: 900 });
  const grid = page.getByRole('grid', { name: 'Proxies' });
  // Without a tag its column would be empty.
  await expect(grid.getByRole('columnheader', { name: 'Tags' })).toHaveCount(0);
  const rows = (count: number) => expect(grid).toHaveAttribute('aria-rowcount', String(count + 1));
  await grid.locator('[role=row][aria-rowindex="2"]').click();
  await grid.press('Shift+ArrowDown');
  await grid.press('Shift+ArrowDown');
  await grid.press('t');
  const dialog = page.getByRole('dialog', { name: 'Tags of 3 proxies' });
  const field = dialog.getByRole('textbox', { name: 'Find or create a tag' });
  await field.fill('x'.repeat(60));
  await expect(dialog.getByRole('button', { name: /^Create “x+”$/ })).toBeVisible();
  const areScrolledSideways = await dialog.evaluate((box) =>
    [box, ...box.querySelectorAll('*')].some(
      (part) => getComputedStyle(part).overflowX === 'auto' && part.scrollWidth > part.clientWidth,
    ),
  );
  expect(areScrolledSideways).toBe(false);
  await field.fill('burnt');
  await dialog.getByRole('button', { name: 'Create “burnt”' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'burnt' })).toBeChecked();
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Added the tag "burnt" to 3 proxies.')).toBeVisible();
  await expect(grid.getByRole('columnheader', { name: 'Tags' })).toBeVisible();
  await openView(page, 'services');
  const services = page.getByRole('grid', { name: 'Services' });
  await expect(services.getByRole('columnheader', { name: 'Name' })).toBeVisible();
  await expect(services.getByRole('columnheader', { name: 'Tags' })).toHaveCount(0);
  await openView(page, 'proxies');

  await page.getByRole('checkbox', { name: 'burnt' }).check();
  await rows(3);
  const details = page.getByRole('complementary', { name: 'Details of the proxy' });
  await grid.locator('[role=row][aria-rowindex="2"]').click();
  await details.getByRole('textbox', { name: 'Note' }).fill('ask for a refund');
  await filterBy(page, 'note:refund');
  await rows(1);
  await filterBy(page, 'tag:burnt');
  await rows(3);
  expect(await findFaults(page)).toEqual([]);

  await grid.locator('[role=row][aria-rowindex="2"]').click();
  await expect(details.getByRole('textbox', { name: 'Note' })).toHaveValue('ask for a refund');
  await grid.focus();
  await grid.press('ControlOrMeta+z');
  await expect(page.getByText(/^Undone: Added a note to 1 proxy/)).toBeVisible();
  await expect(details.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  await grid.press('ControlOrMeta+z');
  await rows(0);
  // A notice before could not be taken back any more.
  await page.getByRole('button', { name: 'Redo' }).click();
  await rows(3);
  await expect.poll(() => readLastView(page)).toContain('tag:burnt');
  await app.close();

  const again = await open();
  const second = again.page;
  await expect(second.getByRole('combobox', { name: 'Filter' })).toHaveValue('tag:burnt');
  await expect(second.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '4');
  await again.close();
});

test(
  'tags are renamed, colored and deleted in one place, and added to a service',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.setViewportSize({ width: 1500, height: 900 });
    await openView(page, 'services');
    const services = page.getByRole('grid', { name: 'Services' });
    await services.locator('[role=row][aria-rowindex="2"]').click();
    const details = page.getByRole('complementary', { name: 'Details of the service' });
    await details.getByRole('combobox', { name: 'Add a tag' }).fill('renew');
    await details.getByRole('combobox', { name: 'Add a tag' }).press('Enter');
    await expect(details.getByRole('list', { name: 'Tags' })).toContainText('renew');
    // A tag is as high as its line of text.
    const chip = details.getByRole('list', { name: 'Tags' }).getByText('renew', { exact: true });
    expect((await chip.boundingBox())?.height).toBe(16);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('Manage tags');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Tags' });
    const name = dialog.getByRole('textbox', { name: 'Name of the tag renew' });
    await name.fill('renew in May');
    await name.press('Enter');
    await dialog.getByRole('combobox', { name: 'Color of the tag renew in May' }).selectOption('red');
    await expect(dialog.getByText('0 proxies, 1 service')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name of a new tag' }).fill('RENEW in may');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const newName = dialog.getByRole('textbox', { name: 'Name of a new tag' });
    await expect(newName).toHaveAccessibleDescription(/already a tag named/);
    await expect(newName).toBeFocused();
    expect(await findFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete the tag renew in May' }).click();
    await expect(dialog.getByText('No tags yet.')).toBeVisible();
    await dialog.getByRole('log').getByRole('button', { name: 'Undo' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(details.getByRole('list', { name: 'Tags' })).toContainText('renew in May');
  },
);

/** The service replaces its first proxy by a new one, and an adjustment says so. */
function replaceFirstProxy({ account }: DemoService): {
  readonly before: string;
  readonly after: string;
} {
  const { proxies, adjustments, residentialLedger } = account;
  const [{ proxy_id: id, ...old } = {}] = proxies.slice(0, 1);
  const after = '198.51.100.71';
  proxies.remove(String(id));
  const fields = { ...old, proxy_ip_address: after, proxy_ip_address_v6: null };
  proxies.add({ ...fields, proxy_id: '6f8f57de-0000-4000-8000-0123456789ab' });
  const [{ service_adjustment_id: adjustmentId } = {}] = adjustments.slice(0, 1);
  adjustments.update(String(adjustmentId), {
    service_id: old['service_id'] ?? null,
    service_adjustment_type: 'proxy_replacement',
    service_adjustment_status: 'complete',
    proxy_replacements: [
      {
        proxy_replacement_id: 5,
        proxy_replacement_reason: 'ip_reputation',
        proxy_replacement_ip_address_ipv4: old['proxy_ip_address'] ?? null,
        proxy_replacement_http_port: old['proxy_http_port'] ?? null,
        proxy_replacement_new_ip_address_ipv4: after,
        proxy_replacement_new_http_port: old['proxy_http_port'] ?? null,
      },
    ],
  });
  // Adjustments are fetched by the IDs that the ledger names.
  const [entry = {}] = residentialLedger.slice(0, 1);
  residentialLedger.add({
    ...entry,
    residential_ledger_id: 'entry-of-the-replacement',
    service_adjustment_id: adjustmentId ?? null,
  });
  return { before: String(old['proxy_ip_address']), after };
}

test(
  'tags and a note that followed a replaced proxy are removed with a button each, and undone',
  { tag: '@slow' },
  async ({ app }) => {
    const demo = await startDemoService({ proxyCount: 20 });
    const { page } = app;
    await addAccount(page, demo);
    const grid = page.getByRole('grid', { name: 'Proxies' });
    await grid.locator('[role=row][aria-rowindex="2"]').click();
    const ofProxy = page.getByRole('complementary', { name: 'Details of the proxy' });
    await ofProxy.getByRole('combobox', { name: 'Add a tag' }).fill('nike');
    await ofProxy.getByRole('combobox', { name: 'Add a tag' }).press('Enter');
    await expect(ofProxy.getByRole('list', { name: 'Tags' })).toContainText('nike');
    await ofProxy.getByRole('textbox', { name: 'Note' }).fill('warm up first');
    await filterBy(page, 'note:warm');
    await expect(grid).toHaveAttribute('aria-rowcount', '2');
    const [first = {}] = demo.account.proxies.slice(0, 1);
    await expect(grid).toContainText(String(first['proxy_ip_address']));

    const { before, after } = replaceFirstProxy(demo);
    await page.keyboard.press('F5');
    await expect(grid).toContainText(after);
    await openView(page, 'changes');
    await filterBy(page, 'kind:replaced');
    const changes = page.getByRole('grid', { name: 'Changes' });
    // Before the filter applies the row is there, too, and would no longer be active afterwards.
    await expect(changes).toHaveAttribute('aria-rowcount', '2');
    const change = changes.getByRole('row', { name: /Replaced/ });
    await expect(change).toContainText(`${before} → ${after}`);
    await change.click();
    const ofChange = page.getByRole('complementary', { name: 'Details of the change' });
    const moved = ofChange.getByRole('region', { name: 'Moved to the new proxy' });
    await expect(moved).toContainText('nike');
    await expect(moved).toContainText('and the note');
    expect(await findFaults(page)).toEqual([]);
    await ofChange.getByRole('button', { name: 'Remove the moved tags' }).click();
    await expect(page.getByText('Removed the tag "nike" from 1 proxy.')).toBeVisible();
    // What is no longer there cannot be removed.
    await expect(ofChange.getByRole('button', { name: 'Remove the moved tags' })).toBeHidden();
    await ofChange.getByRole('button', { name: 'Remove the moved note' }).click();
    await expect(page.getByText('Removed the note from 1 proxy.')).toBeVisible();
    await expect(ofChange.getByRole('button', { name: 'Remove the moved note' })).toBeHidden();

    await openView(page, 'proxies');
    await expect(grid).toHaveAttribute('aria-rowcount', '1');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(grid).toContainText(after);
    await page.keyboard.press('ControlOrMeta+z');
    await filterBy(page, 'tag:nike note:warm');
    await expect(grid).toHaveAttribute('aria-rowcount', '2');
    await expect(grid).toContainText(after);
    await demo.close();
  },
);
