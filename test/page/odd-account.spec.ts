import { startDemoService, type DemoService } from '../support/demo-service.ts';
import { expect, test } from './fixture.ts';
import { addAccount } from './open-demo.ts';
import { openView } from './open-view.ts';

/** A service that writes codes in lower case and use with a minus, and has services in rare states. */
async function startOddService(): Promise<DemoService> {
  const service = await startDemoService({ proxyCount: 60 });
  const { proxies, services, residentialLedger } = service.account;
  for (const proxy of proxies.slice(0, proxies.count())) {
    proxies.update(String(proxy['proxy_id']), { country_id: String(proxy['country_id']).toLowerCase() });
  }
  const states = [{ service_status: 'overdue' }, { service_status: 'complete' }, { service_status: 'frozen' }];
  for (const [at, { service_id: id }] of services.slice(0, states.length).entries()) {
    services.update(String(id), states[at] ?? {});
  }
  for (const entry of residentialLedger.slice(0, residentialLedger.count())) {
    if (entry['residential_ledger_reason'] === 'top_up') continue;
    const bytes = -Math.abs(Number(entry['residential_ledger_bytes']));
    residentialLedger.update(String(entry['residential_ledger_id']), { residential_ledger_bytes: bytes });
  }
  return service;
}

test(
  'codes in lower case, use with a minus, and services that are overdue, complete or in an unknown state are shown as what they are',
  { tag: '@slow' },
  async ({ app: { page } }) => {
    const service = await startOddService();
    await addAccount(page, service);
    const place = page.getByRole('grid', { name: 'Proxies' }).locator('[data-index="0"] [data-key="place"]');
    await expect(place).toHaveText(/^\s*[A-Z]{2} /);

    await openView(page, 'overview');
    await expect(page.getByRole('list', { name: 'Problems' }).getByRole('listitem').first()).toContainText(
      'is overdue.',
    );
    await expect(page.getByRole('region', { name: 'Countries' }).getByRole('row').nth(1)).toContainText(
      /[A-Z]{2}\s*[A-Z][a-z]+/,
    );

    await openView(page, 'services');
    const services = page.getByRole('grid', { name: 'Services' });
    const rowOf = (at: number) => services.locator(`[data-index="${String(at)}"]`);
    await expect(rowOf(0)).toContainText('Overdue');
    await expect(rowOf(1)).toContainText('Complete');
    await expect(rowOf(1).locator('.dot')).toHaveClass(/none/);
    await expect(rowOf(2)).toContainText('Frozen');

    await openView(page, 'usage');
    await expect(page.getByText(/\d MB\/day on average/).or(page.getByText(/\d GB\/day on average/))).toBeVisible();
    await service.close();
  },
);
