import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDemoService, type DemoService } from '../../support/demo-service.ts';
import { routes } from '../../../src/main/demo/routes.ts';
import { isJsonObject, type JsonObject } from '../../../src/shared/json.ts';
import { proxyUserFields } from '../../../src/shared/records/proxy-user.ts';
import { proxyFields } from '../../../src/shared/records/proxy.ts';
import { serviceFields } from '../../../src/shared/records/service.ts';
import { ask, rowsOf } from './ask.ts';

let demo: DemoService;

beforeAll(async () => {
  demo = await startDemoService();
});
afterAll(() => demo.close());

const words = (text: string): string[] => text.trim().split(/\s+/);
const prefixed = (prefix: string, text: string): string[] => words(text).map((word) => prefix + word);
const keysOf = (row: JsonObject | undefined): string[] => Object.keys(row ?? {}).sort();
const object = async (path: string): Promise<JsonObject> => {
  const { status, data } = await ask(demo, path);
  expect(status).toBe(200);
  if (!isJsonObject(data)) throw new Error(`${path} gave no object.`);
  return data;
};

test('all 22 operations exist and require both keys', async () => {
  expect(routes).toHaveLength(22);
  for (const { method, path } of routes) {
    for (const headers of [
      { 'X-API-Public-Key': demo.publicKey },
      { 'X-API-Private-Key': demo.privateKey },
      { 'X-API-Public-Key': demo.publicKey, 'X-API-Private-Key': 'wrong' },
    ]) {
      const response = await fetch(demo.baseUrl + path.replace('{id}', 'x'), {
        method,
        headers: { ...headers, 'Content-Type': 'application/json' },
        ...(method === 'GET' ? {} : { body: '{}' }),
      });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ message: expect.any(String) as string });
    }
  }
});

test.each([
  ['service', 'Service', serviceFields],
  ['proxy', 'Proxy', proxyFields],
  ['proxy_user', 'Proxy user', proxyUserFields],
] as const)('every %s has exactly the fields of the specification', async (path, name, fields) => {
  const search = await ask(demo, `/${path}/search?per_page=1000`);
  expect(search.body['message']).toBe(`${name} search successful.`);
  const rows = rowsOf(search);
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) expect(keysOf(row)).toEqual(Object.keys(fields).sort());
  const usable = rows.find((row) => path !== 'proxy' || row['proxy_status'] === 'in_use');
  const one = await ask(demo, `/${path}/retrieve/${String(usable?.[`${path}_id`])}`);
  expect(one.body).toEqual({ data: usable, message: `${name} successfully retrieved.` });
});

test('ledgers span 60 days with every field, and the summaries are their totals', async () => {
  const ledgerFields = (prefix: string): string[] =>
    [
      ...words('customer_id service_id service_adjustment_id invoice_id'),
      ...prefixed(prefix, 'id bytes requests reason period_date creation_datetime last_update_datetime'),
    ].sort();
  const entries = rowsOf(await ask(demo, '/residential_ledger/search'));
  expect(new Set(entries.map((entry) => entry['residential_ledger_period_date'])).size).toBe(60);
  for (const entry of entries) expect(keysOf(entry)).toEqual(ledgerFields('residential_ledger_'));
  const [first] = entries;
  const id = String(first?.['residential_ledger_id']);
  expect(await object(`/residential_ledger/retrieve/${id}`)).toEqual(first);
  const [mobile] = demo.account.mobileLedger.slice(0, 1);
  const mobileEntry = await object(`/mobile_ledger/retrieve/${String(mobile?.['mobile_ledger_id'])}`);
  expect(keysOf(mobileEntry)).toEqual(ledgerFields('mobile_ledger_'));
  for (const kind of ['residential', 'mobile']) {
    const summary = await object(`/${kind}/summary`);
    expect(keysOf(summary)).toEqual(
      ['proxy_user_ids', ...prefixed(`${kind}_`, 'bytes bytes_left bytes_used requests')].sort(),
    );
    expect(Number(summary[`${kind}_bytes_left`]) + Number(summary[`${kind}_bytes_used`])).toBe(
      summary[`${kind}_bytes`],
    );
  }
});

test('an adjustment named in a ledger can be retrieved, and replacements name the old and the new proxy', async () => {
  const named = rowsOf(await ask(demo, '/residential_ledger/search'))
    .map((entry) => entry['service_adjustment_id'])
    .find((id) => id !== null);
  const topUp = await object(`/service_adjustment/retrieve/${String(named)}`);
  expect(topUp['service_adjustment_id']).toBe(named);
  expect(topUp['service_adjustment_type']).toMatch(/^top_up/);
  const replacements = demo.account.adjustments
    .slice(0, 1000)
    .find((row) => row['service_adjustment_type'] === 'proxy_replacement');
  const answer = await object(`/service_adjustment/retrieve/${String(replacements?.['service_adjustment_id'])}`);
  const [replaced] = answer['proxy_replacements'] as JsonObject[];
  expect(keysOf(replaced)).toEqual(
    prefixed(
      'proxy_replacement_',
      `id creation_datetime reason ip_address_ipv4 ip_address_ipv6 http_port socks5_port
       new_ip_address_ipv4 new_ip_address_ipv6 new_http_port new_socks5_port`,
    ).sort(),
  );
  expect(replaced?.['proxy_replacement_ip_address_ipv4']).not.toBe(replaced?.['proxy_replacement_new_ip_address_ipv4']);
});

test('every place and network of a proxy can be retrieved with all its fields', async () => {
  const proxies = rowsOf(await ask(demo, '/proxy/search?per_page=1000'));
  expect(new Set(proxies.map((proxy) => proxy['country_id'])).size).toBe(15);
  const fields: readonly (readonly [string, string])[] = [
    [
      'city',
      `city_id city_name city_alias city_example_postcode city_timezone subdivision_id
       city_latitude city_longitude city_is_populous city_node_count city_population`,
    ],
    ['asn', 'asn_id asn_ip_address_count asn_node_count asn_name asn_rir asn_type country_id'],
    ['country', 'country_id country_alias country_name continent_id country_is_european_union country_node_count'],
    ['subdivision', 'subdivision_id subdivision_alias subdivision_name country_id subdivision_node_count'],
  ];
  for (const [noun, names] of fields) {
    for (const id of new Set(proxies.map((proxy) => proxy[`${noun}_id`]))) {
      const row = await object(`/${noun}/retrieve/${String(id)}`);
      expect(row[`${noun}_id`]).toBe(id);
      expect(keysOf(row)).toEqual(words(names).sort());
    }
  }
});

test('the customer, the catalog and the availability have every field', async () => {
  const customer = await object('/customer/retrieve');
  expect(keysOf(customer)).toEqual(
    words(`customer_id user_id_owner customer_type customer_domain customer_organization_name
      customer_organization_legal_id customer_billing_line_one customer_billing_line_two
      customer_billing_subdivision_name customer_billing_zip_code customer_billing_tax_id
      customer_billing_tax_id_type country_id country_id_billing credit_balance
      customer_creation_datetime customer_last_update_datetime
      customer_general_terms_agreement_datetime customer_default_residential_free_trial_bytes
      customer_is_residential_trial_eligible customer_residential_trial_disallow_reason
      customer_kyc_level customer_proxy_user_limit customer_requires_information_confirm
      free_trial_is_pending kyc_is_pending active_mobile_service_id active_residential_service_id
      active_mobile_service_is_paused active_residential_service_subscription_is_paused
      active_service_types mobile_bytes_left residential_bytes_left proxy_count`).sort(),
  );
  expect(customer['proxy_count']).toBe(250);
  const [product] = Object.values(await object('/checkout/catalog'));
  expect(keysOf(isJsonObject(product) ? product : undefined)).toEqual([
    'country_id',
    ...prefixed('product_', 'cycle_options is_available is_per_ip name protocol stock type'),
  ]);
  const whole = await object('/residential_availability/search');
  const grouped = await object('/residential_availability/search?group_by=country,os');
  const total = 'total_residential_availability_node_count';
  expect(grouped[total]).toBe(whole[total]);
  const options = grouped['residential_options'] as JsonObject[];
  expect(options).toHaveLength(15 * 3);
  expect(keysOf(options[0])).toEqual(words('country_id os_label residential_availability_node_count'));
  expect((await ask(demo, '/residential_availability/search?group_by=moon')).status).toBe(400);
});

test('an unknown path gets 404 with a message, a wrong method 405', async () => {
  for (const path of ['/proxy/retrieve/x', '/city/retrieve/1', '/nothing', '/service/retrieve/x']) {
    const answer = await ask(demo, path);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ message: expect.any(String) as string });
  }
  expect((await ask(demo, '/proxy/search', { method: 'POST', body: '{}' })).status).toBe(405);
});

test('a proxy that is not in use is listed but not retrieved', async () => {
  const idle = rowsOf(await ask(demo, '/proxy/search?per_page=1000')).filter(
    (proxy) => proxy['proxy_status'] !== 'in_use',
  );
  expect(idle.length).toBeGreaterThan(0);
  for (const proxy of idle) {
    expect((await ask(demo, `/proxy/retrieve/${String(proxy['proxy_id'])}`)).status).toBe(404);
  }
});
