import { startDemoService, type Fault } from '../support/demo-service.ts';
import { expect, test } from './fixture.ts';
import { addAccount } from './open-demo.ts';
import { openAvailability, openView } from './open-view.ts';

test('Escape and leaving a view abort a request, which frees its slot', async ({ app }) => {
  const { page } = app;
  let fault: Fault | undefined;
  const demo = await startDemoService({
    proxyCount: 40,
    faults: ({ path }) => (path.endsWith('/search') && !path.includes('resid') ? undefined : fault),
  });
  try {
    await addAccount(page, demo);
    const views = page.getByRole('navigation', { name: 'Views' });
    await openAvailability(page);

    fault = 'hang';
    // More often than questions may run at once: a place that is kept would stop the last.
    for (let count = 0; count < 9; count += 1) {
      const before = demo.requests.length;
      await page.getByRole('button', { name: 'Load' }).click();
      await expect.poll(() => demo.requests.length).toBe(before + 1);
      await expect(page.getByText('Asking the service')).toBeVisible();
      if (count % 2 === 0) await page.keyboard.press('Escape');
      else {
        await views.getByText('Services').click();
        await openAvailability(page);
      }
      await expect(page.getByRole('button', { name: 'Load' })).toBeVisible();
    }
    await expect(page.getByRole('alert')).toHaveCount(0);

    await openView(page, 'catalog');
    await page.getByRole('radio', { name: 'Products' }).check();
    const before = demo.requests.length;
    await page.getByRole('button', { name: 'Refresh from the service' }).click();
    await expect.poll(() => demo.requests.length).toBe(before + 1);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByRole('button', { name: 'Refresh from the service' })).toBeEnabled();

    fault = undefined;
    await openAvailability(page);
    await page.getByRole('button', { name: 'Load' }).click();
    await expect(page.getByRole('grid', { name: 'Residential nodes' })).not.toHaveAttribute('aria-rowcount', '1');
  } finally {
    await demo.close();
  }
});
