import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type ApiClient } from '../../../src/main/api/http/client.ts';
import { retrieve } from '../../../src/main/api/retrieve.ts';
import { editService, listProxyOptions, createProxyTestRun } from '../../../src/main/api/actions.ts';
import { startDemoService, type DemoService } from '../../support/demo-service.ts';
import { routes } from '../../../src/main/demo/routes.ts';
import type { JsonObject } from '../../../src/shared/json.ts';
import { walkRecords } from './read-records.ts';
import { failureOf } from './serve.ts';
import { listPages } from '../../../src/main/api/pages.ts';

let demo: DemoService;
let client: ApiClient;

beforeAll(async () => {
  demo = await startDemoService();
  client = createClient(demo);
});
afterAll(async () => {
  await client.close();
  await demo.close();
});

async function readAll(search: Parameters<typeof walkRecords>[0]): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  for await (const records of walkRecords(search)) {
    rows.push(...records.map(({ fields }) => fields));
  }
  return rows;
}

test('each of the 22 operations reaches its path and gives what the service has', async () => {
  const { account } = demo;
  const services = await readAll((walk) => listPages(client, 'services', walk));
  expect(services).toEqual(account.services.slice(0, 100));
  expect(await retrieve(client, 'service', 'API-2201')).toEqual(services[0]);
  expect(await editService(client, 'API-2201', { payment_method_id: 'pm_new' })).toMatchObject({
    edited: ['API-2201'],
  });
  expect(account.services.find('API-2201')).toMatchObject({ payment_method_id: 'pm_new' });

  const proxies = await readAll((walk) => listPages(client, 'proxies', walk));
  expect(proxies).toEqual(account.proxies.slice(0, 250));
  const proxy = proxies.find((row) => row['proxy_status'] === 'in_use');
  const proxyId = String(proxy?.['proxy_id']);
  expect(await retrieve(client, 'proxy', proxyId)).toEqual(proxy);
  expect((await listProxyOptions(client, [proxyId])).users.size).toBe(23);

  const users = await readAll((walk) => listPages(client, 'proxy_users', walk));
  expect(users).toEqual(account.proxyUsers.slice(0, 100));
  expect(await retrieve(client, 'proxy_user', String(users[1]?.['proxy_user_id']))).toEqual(users[1]);

  const adjustment = account.adjustments.slice(2, 1)[0];
  expect(await retrieve(client, 'service_adjustment', String(adjustment?.['service_adjustment_id']))).toEqual(
    adjustment,
  );
  const ledger = await readAll((walk) => listPages(client, 'residential_ledger', walk));
  expect(ledger).toHaveLength(60);
  const entryId = String(ledger[3]?.['residential_ledger_id']);
  expect(await retrieve(client, 'residential_ledger', entryId)).toEqual(ledger[3]);
  const mobile = account.mobileLedger.slice(5, 1)[0];
  expect(await retrieve(client, 'mobile_ledger', String(mobile?.['mobile_ledger_id']))).toEqual(mobile);
  expect(await retrieve(client, 'residential_summary')).toEqual(account.summary('residential'));
  expect(await retrieve(client, 'mobile_summary')).toEqual(account.summary('mobile'));

  expect(await retrieve(client, 'catalog')).toEqual(account.catalog);
  expect(await retrieve(client, 'availability', 'country,os')).toHaveProperty('residential_options.length', 45);
  expect(await retrieve(client, 'city', String(proxy?.['city_id']))).toMatchObject({ city_name: proxy?.['city_name'] });
  expect(await retrieve(client, 'asn', String(proxy?.['asn_id']))).toMatchObject({ asn_name: proxy?.['asn_name'] });
  expect(await retrieve(client, 'country', 'US')).toMatchObject({ country_name: 'United States' });
  expect(await retrieve(client, 'subdivision', 'US-NY')).toMatchObject({ country_id: 'US' });
  expect(await retrieve(client, 'customer')).toEqual(account.customer());
  const run = await createProxyTestRun(client, {
    proxies: [{ proxy_id: proxyId, proxy_string: '203.0.113.1:8000:a:b' }],
    urls: ['https://example.com/'],
  });
  expect(Object.values(run)).toMatchObject([{ results: [{ proxy_host: '203.0.113.1' }] }]);

  const reached = (method: string, path: string): boolean =>
    demo.requests.some(
      (request) => request.method === method && new RegExp(`^${path.replace('{id}', '[^/]+')}$`).test(request.path),
    );
  expect(routes.filter(({ method, path }) => !reached(method, path))).toEqual([]);
});

test('only query parameters whose names the specification shows are ever sent', () => {
  const shown = ['page', 'per_page', 'group_by'];
  const sent = new Set(demo.requests.flatMap(({ query }) => Object.keys(query)));
  expect([...sent].filter((name) => !shown.includes(name))).toEqual([]);
});

test('limits of the specification are kept before anything is sent', async () => {
  const before = demo.requests.length;
  const one = { proxy_id: 'p', proxy_string: 'h:1:u:p' };
  const tooLarge: readonly (() => Promise<unknown>)[] = [
    () => createProxyTestRun(client, { proxies: Array(21).fill(one) as (typeof one)[], urls: [] }),
    () => editService(client, 's', {}),
    () => editService(client, 's', { service_metadata: { nested: {} } }),
    () => editService(client, 's', { service_metadata: { long: 'x'.repeat(301) } }),
    () => editService(client, 's', { service_metadata: { ['k'.repeat(33_000)]: 1 } }),
    () =>
      editService(client, 's', {
        service_metadata: Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`k${at}`, at])),
      }),
    () => retrieve(client, 'availability', 'moon'),
  ];
  for (const call of tooLarge) {
    const failure = await failureOf(Promise.resolve().then(call));
    expect(failure.code).toBe('invalid-input');
  }
  expect(demo.requests).toHaveLength(before);
  const text = 'x'.repeat(300);
  expect(await editService(client, 'API-2214', { service_metadata: { text } })).toMatchObject({ edited: ['API-2214'] });
});

test('an id stays one segment of the path, whatever is in it', async () => {
  for (const id of ['a/b', '../customer/retrieve', 'x?page=2', 'x#y', '100%', 'é']) {
    expect((await failureOf(retrieve(client, 'proxy', id))).code).toBe('not-found');
    const path = demo.requests.at(-1)?.path ?? '';
    expect(path).toBe(`/public/user/proxy/retrieve/${encodeURIComponent(id)}`);
  }
});

test('an id that an address would take for a step is refused before it is sent', async () => {
  const before = demo.requests.length;
  for (const id of ['', '.', '..']) {
    const call = Promise.resolve().then(() => editService(client, id, { payment_method_id: 'pm' }));
    expect((await failureOf(call)).code).toBe('invalid-input');
  }
  expect(demo.requests).toHaveLength(before);
});
