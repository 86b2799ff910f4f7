import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { openDemo } from './open-demo.ts';

test('services stand on a timeline by their expiry, and a bar finds those that end then', async ({
  app,
}) => {
  const { page } = app;
  await openDemo(page);
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.keyboard.press('ControlOrMeta+2');
  const grid = page.getByRole('grid', { name: 'Services' });
  await expect(grid).toHaveAttribute('aria-rowcount', '20');
  const timeline = page.getByRole('region', { name: 'When services end' });
  const bars = timeline
    .getByRole('group', { name: 'Services by day of expiry' })
    .getByRole('button');
  const names = await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('aria-label')));
  const counts = names.map((name) => Number(/: (\d+) service/.exec(name ?? '')?.[1]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(19);
  expect(names.join('\n')).toMatch(/1 cancelled/);
  await expect(timeline.getByText('Today')).toBeVisible();
  await expect(timeline.getByText('Cancelled', { exact: true })).toBeVisible();

  const bar = bars.nth(counts.indexOf(Math.max(...counts)));
  await bar.click();
  await expect(bar).toHaveAttribute('aria-pressed', 'true');
  await expect(grid).toHaveAttribute('aria-rowcount', String(Math.max(...counts) + 1));
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue(/^expires:\d{4}-/);
  expect(await bars.count()).toBe(names.length);
  expect(await findFaults(page)).toEqual([]);
  await bar.press('Enter');
  await expect(grid).toHaveAttribute('aria-rowcount', '20');
  await page.keyboard.press('Home');
  await expect(bars.first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(bars.nth(1)).toBeFocused();
});

test('a service leads to its proxies', async ({ app }) => {
  const { page } = app;
  await openDemo(page);
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.keyboard.press('ControlOrMeta+2');
  await page.getByRole('grid', { name: 'Services' }).locator('[data-index="1"]').click();
  await page.getByRole('button', { name: 'Show its proxies' }).click();
  await expect(page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '19');
});
