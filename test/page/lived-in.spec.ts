import { expect, test } from './fixture.ts';
import { openView } from './open-view.ts';

test('"Try the demo" opens an account that has been used for a month, and says that its data are those of a demo', async ({
  app: { page },
}) => {
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeAttached();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account Demo' })).toContainText('Demo data');
  const changes = page.getByRole('table', { name: 'Changes of the last sync' });
  await expect(changes.getByRole('row', { name: 'Replaced 6' })).toBeVisible();
});

test('the demo has a history in every view', async ({ livedIn: { page } }) => {
  const sidebar = page.getByRole('navigation', { name: 'Views' });
  await expect(sidebar.getByRole('button', { name: /^US, online/ })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '251');
  await openView(page, 'services');
  await expect(page.getByRole('grid', { name: 'Services' })).toHaveAttribute('aria-rowcount', '13');
  await openView(page, 'changes');
  await expect(page.getByRole('navigation', { name: 'Syncs' }).getByRole('button', { name: /replaced/ })).toHaveCount(
    3,
  );
  await openView(page, 'tests');
  await expect(page.getByText('All, after the sale').first()).toBeVisible();
  await openView(page, 'usage');
  await expect(page.getByText('At the present pace').first()).toBeVisible();
  const ledger = page.getByRole('grid', { name: 'Residential ledger' });
  await expect(ledger.locator('[data-index="9"] [data-key="day"]')).toHaveText(/\d/);
  const days = await ledger.locator('[data-key="day"]').allInnerTexts();
  const times = days.map((day) => Date.parse(day)).filter((time) => !Number.isNaN(time));
  expect(times.length).toBeGreaterThan(9);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  await openView(page, 'gateway');
  await expect(page.getByText('shop', { exact: true }).first()).toBeVisible();
  await openView(page, 'requests');
  await expect(page.getByRole('grid', { name: 'Requests' })).toHaveAttribute('aria-rowcount', /^([2-9]|\d\d+)$/);
});

test('a sync finds the demo as its history left it', { tag: '@slow' }, async ({ livedIn: app }) => {
  const { page } = app;
  await openView(page, 'changes');
  await app.idle();
  await page.keyboard.press('F5');
  const syncs = page.getByRole('navigation', { name: 'Syncs' });
  await expect(syncs.getByText(/^(1 sync without|No) changes$/)).toBeVisible();
});
