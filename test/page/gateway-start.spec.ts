import { expect, test } from './fixture.ts';

test.use({ view: 'gateway' });

test('one click on a rule to begin with turns the gateway on, and shows the command that works then', async ({
  demo: app,
}) => {
  const { page } = app;
  const country = page.getByRole('listitem').filter({ hasText: 'One country' });
  await expect(country).toContainText('proxies in United States only');
  await expect(country).toContainText(/curl -x http:\/\/127\.0\.0\.1:\d+ \\\s+-U us:/);
  await expect(page.getByRole('listitem').filter({ hasText: 'One session per name' })).toContainText(
    '-U sticky-session-alice:',
  );
  await page.getByRole('button', { name: 'Turn on: One country' }).click();
  await expect(page.getByRole('heading', { name: 'Gateway is on' })).toBeVisible();
  const details = page.getByRole('complementary', { name: 'Details of the rule' });
  await expect(details.getByRole('button', { name: 'Show 84 proxies' })).toBeVisible();
  await details.getByRole('button', { name: 'Copy for curl' }).click();
  await expect.poll(() => app.desktop.copied).toMatch(/^curl -x http:\/\/127\.0\.0\.1:\d+ \\\n {2}-U us:\S+ \\\n/);
});
