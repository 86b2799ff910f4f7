import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createDemoAccount } from '../../../src/main/demo/data/demo-account.ts';
import { hardPassword } from '../../../src/main/demo/data/proxy-table.ts';
import { startDemoService, type DemoOptions, type DemoService } from '../../support/demo-service.ts';
import type { JsonObject } from '../../../src/shared/json.ts';
import { ask, rowsOf, send } from './ask.ts';

async function start(options: DemoOptions = {}): Promise<DemoService> {
  const demo = await startDemoService(options);
  onTestFinished(() => demo.close());
  return demo;
}
const everyProxy = async (demo: DemoService): Promise<JsonObject[]> =>
  rowsOf(await ask(demo, '/proxy/search?per_page=1000'));
const textsOf = (value: unknown): string[] => value as string[];

test('the same seed makes the same account, another seed another', async () => {
  const [one, same, other] = [await start(), await start(), await start({ seed: 7 })];
  expect(await everyProxy(one)).toEqual(await everyProxy(same));
  const ids = new Set((await everyProxy(one)).map((proxy) => proxy['proxy_id']));
  expect((await everyProxy(other)).some((proxy) => ids.has(proxy['proxy_id'] ?? ''))).toBe(false);
});

test('a day later each ledger of the demo has one more entry, and nothing else has changed', () => {
  const readOn = (day: string) => {
    const nowMs = Date.parse(`${day}T12:00:00Z`);
    const account = createDemoAccount({ proxyCount: 250, seed: 2026, nowMs, hasPast: true });
    const { services, proxies, proxyUsers, adjustments, residentialLedger, mobileLedger } = account;
    const read = (table: typeof services): JsonObject[] => table.slice(0, table.count());
    return {
      rest: [services, proxies, proxyUsers, adjustments].map(read),
      ledgers: [residentialLedger, mobileLedger].map(read),
    };
  };
  const today = readOn('2026-11-27');
  const tomorrow = readOn('2026-11-28');
  expect(tomorrow.ledgers.map(([, ...older]) => older)).toEqual(today.ledgers);
  expect(tomorrow.rest).toEqual(today.rest);
  // It begins with data to use.
  for (const ledger of today.ledgers) expect(Object.values(ledger.at(-1) ?? {})).toContain('top_up');
});

test('wrong keys are refused before the body is read', async () => {
  const demo = await start();
  const request = httpRequest(`${demo.baseUrl}/public/user/proxy_test_run/create`, {
    method: 'POST',
    headers: {
      'X-API-Public-Key': demo.publicKey,
      'X-API-Private-Key': 'wrong',
      'Content-Type': 'application/json',
      'Content-Length': 60 * 1024 * 1024,
    },
  });
  onTestFinished(() => void request.destroy());
  // The body never comes: a service that waits for it would not answer.
  request.on('error', () => undefined).flushHeaders();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(401);
});

test('pages cover the list exactly once and report correct counts', async () => {
  const demo = await start();
  const seen: unknown[] = [];
  for (let page = 1; page <= 4; page += 1) {
    const { body } = await ask(demo, `/proxy/search?page=${page}&per_page=70`);
    const rows = body['data'] as JsonObject[];
    expect(body).toMatchObject({ item_count: rows.length, page, per_page: 70, total_count: 250 });
    seen.push(...rows.map((row) => row['proxy_id']));
  }
  expect(new Set(seen).size).toBe(250);
  expect((await ask(demo, '/proxy/search?page=9&per_page=70')).body).toMatchObject({ data: [], item_count: 0 });
  expect((await ask(demo, '/proxy/search?page=0')).status).toBe(400);
});

test('a page that is too large is capped', async () => {
  const demo = await start({ proxyCount: 1001 });
  expect((await ask(demo, '/proxy/search?per_page=5000')).body).toMatchObject({ per_page: 1000, item_count: 1000 });
});

test('proxy_user_ids and list/options follow the three access rules', async () => {
  const demo = await start();
  const proxies = await everyProxy(demo);
  const users = rowsOf(await ask(demo, '/proxy_user/search'));
  const active = users.filter((user) => user['proxy_user_is_deleted'] === false);
  expect(users.length - active.length).toBe(2);
  const allowed = (user: JsonObject, proxy: JsonObject): boolean => {
    if (user['proxy_user_access_type'] === 'all') return true;
    return user['proxy_user_access_type'] === 'service_restricted'
      ? textsOf(user['restricted_service_ids']).includes(String(proxy['service_id']))
      : textsOf(user['restricted_proxy_ids']).includes(String(proxy['proxy_id']));
  };
  const expectedIds = (chosen: JsonObject[]): unknown[] =>
    active.filter((user) => chosen.every((proxy) => allowed(user, proxy))).map((user) => user['proxy_user_id']);
  for (const proxy of proxies) expect(proxy['proxy_user_ids']).toEqual(expectedIds([proxy]));
  const restricted = users.find(
    (user) => user['proxy_user_access_type'] === 'proxy_restricted' && textsOf(user['restricted_proxy_ids']).length > 2,
  );
  for (const ids of [
    textsOf(restricted?.['restricted_proxy_ids']),
    proxies.filter((proxy) => proxy['service_id'] === 'API-2201').map((proxy) => String(proxy['proxy_id'])),
    proxies.map((proxy) => String(proxy['proxy_id'])),
  ]) {
    const chosen = proxies.filter((proxy) => ids.includes(String(proxy['proxy_id'])));
    const options = rowsOf(await send(demo, 'POST', '/proxy/list/options', { proxy_ids: ids }));
    expect(options.map((option) => option['proxy_user_id'])).toEqual(active.map((user) => user['proxy_user_id']));
    expect(options.filter((option) => option['has_access']).map((option) => option['proxy_user_id'])).toEqual(
      expectedIds(chosen),
    );
    expect(options.filter((option) => option['proxy_user_is_default'])).toHaveLength(1);
  }
});

test('list/options returns its two errors', async () => {
  const demo = await start();
  const messages: unknown[] = [];
  for (const body of [{}, { proxy_ids: ['x'], search_filter: { country_id: 'US' } }, { proxy_ids: ['x'] }]) {
    const answer = await send(demo, 'POST', '/proxy/list/options', body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    messages.push(answer.body['message']);
  }
  expect(messages[0]).toMatch(/but not both/);
  expect(messages[1]).toBe(messages[0]);
  expect(messages[2]).toMatch(/No proxies were found/);
});

test('an edit is stored; an edit beyond the limits changes nothing', async () => {
  const demo = await start();
  const path = '/service/edit/API-2201';
  const edit = { service_is_pending_cancellation: true, service_metadata: { team: 'ops' }, cancel_comment: 'bye' };
  expect((await send(demo, 'PATCH', path, edit)).body).toMatchObject({ edited: ['API-2201'] });
  const edited = demo.account.services.find('API-2201');
  expect(edited).toMatchObject({ service_is_pending_cancellation: true, service_metadata: { team: 'ops' } });
  expect(edited).not.toHaveProperty('cancel_comment');
  for (const service_metadata of [
    'text',
    { nested: { deep: 1 } },
    Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`k${at}`, at])),
    { long: 'x'.repeat(301) },
    { ['k'.repeat(33_000)]: 1 },
  ]) {
    expect((await send(demo, 'PATCH', path, { service_metadata })).status).toBe(400);
  }
  expect((await send(demo, 'PATCH', path, { service_is_automatic_collection: 'yes' })).status).toBe(400);
  expect(demo.account.services.find('API-2201')).toEqual(edited);
});

test('rows can be changed, removed and added between requests', async () => {
  const demo = await start();
  const { proxies } = demo.account;
  const before = (await everyProxy(demo)).map((proxy) => String(proxy['proxy_id']));
  const [first = '', second = ''] = before;
  proxies.remove(first);
  proxies.update(second, { proxy_is_online: null, made_up_field: 9007199254740993n });
  const added = [proxies.add(), proxies.add({ proxy_id: 'own-id', country_id: 'XX' })];
  const after = await everyProxy(demo);
  expect(after.map((proxy) => proxy['proxy_id'])).toEqual([...before.slice(1), ...added]);
  expect(after[0]).toMatchObject({ proxy_is_online: null, made_up_field: 9007199254740993n });
  expect(after.at(-1)).toMatchObject({ proxy_id: 'own-id', country_id: 'XX' });
  expect(proxies.find(first)).toBeUndefined();
  expect(() => {
    proxies.remove(first);
  }).toThrow();
  const user = demo.account.proxyUsers.add({ proxy_user_access_type: 'all', proxy_user_is_deleted: false });
  expect((await everyProxy(demo)).every((proxy) => textsOf(proxy['proxy_user_ids']).includes(user))).toBe(true);
});

test('each of a million proxies has its own ID and address', async () => {
  const demo = await start({ proxyCount: 1_000_000 });
  const last = rowsOf(await ask(demo, '/proxy/search?page=1000&per_page=1000'));
  expect(last).toHaveLength(1000);
  const ids = new Set<unknown>();
  const lines = new Set<string>();
  const sampled = [0, 500_000, 999_000].flatMap((offset) => demo.account.proxies.slice(offset, 1000));
  for (const proxy of sampled) {
    ids.add(proxy['proxy_id']);
    lines.add(`${proxy['proxy_ip_address']} ${proxy['proxy_ip_address_v6']} ${proxy['proxy_http_port']}`);
    expect(demo.account.proxies.find(String(proxy['proxy_id']))).toEqual(proxy);
  }
  expect([ids.size, lines.size]).toEqual([3000, 3000]);
});

test('an account without proxies is served too', async () => {
  const demo = await start({ proxyCount: 0 });
  expect((await ask(demo, '/proxy/search')).body).toMatchObject({ data: [], total_count: 0 });
  expect((await ask(demo, '/proxy_user/search')).body['item_count']).toBe(25);
});

test('a test run returns a result per proxy and URL and accepts only correct credentials', async () => {
  const demo = await start();
  const proxies = (await everyProxy(demo)).filter((proxy) => proxy['proxy_is_online'] === true).slice(0, 20);
  const lineOf = (proxy: JsonObject, user: unknown, password: unknown): JsonObject => ({
    proxy_id: proxy['proxy_id'] ?? null,
    proxy_string: `${proxy['proxy_ip_address']}:${proxy['proxy_http_port']}:${String(user)}:${String(password)}`,
  });
  const withDefault = proxies.map((proxy) =>
    lineOf(proxy, proxy['default_proxy_user_username'], proxy['default_proxy_user_password']),
  );
  const urls = ['https://example.com/', 'https://example.org/'];
  const run = async (lines: JsonObject[]): Promise<{ status: number; results: JsonObject[]; body: JsonObject }> => {
    const { status, body, data } = await send(demo, 'POST', '/proxy_test_run/create', { proxies: lines, urls });
    const groups = Object.values((data ?? {}) as Record<string, { results: JsonObject[] }>);
    return { status, body, results: groups.flatMap((group) => group.results) };
  };
  const first = await run(withDefault);
  expect(first.status).toBe(200);
  expect(first.results).toHaveLength(40);
  expect(first.body['proxy_test_result_created']).toHaveLength(40);
  expect(first.body['proxy_tester_proxy_created']).toHaveLength(20);
  expect(Object.keys(first.results[0] ?? {}).sort()).toEqual(
    `proxy_test_result_id proxy_test_run_id proxy_tester_proxy_id proxy_test_result_url
     proxy_test_result_is_successful proxy_test_result_error_code proxy_test_result_error_source
     proxy_test_result_protocol proxy_test_result_response_time proxy_test_server_id
     proxy_test_server_city_id proxy_test_server_city_name proxy_test_server_country_id
     proxy_test_result_creation_datetime proxy_test_result_last_update_datetime proxy_username
     proxy_host proxy_ip_address proxy_port proxy_country_id proxy_city_name proxy_asn_name
     proxy_city_id proxy_asn_id`
      .split(/\s+/)
      .sort(),
  );
  const succeeded = first.results.filter((result) => result['proxy_test_result_is_successful'] === true);
  expect(succeeded.length).toBeGreaterThan(30);
  for (const result of succeeded) {
    expect(result['proxy_test_result_response_time']).toBeGreaterThanOrEqual(80);
    expect(result['proxy_test_result_response_time']).toBeLessThanOrEqual(900);
  }
  const hard = demo.account.proxyUsers.slice(0, 25).find((user) => user['proxy_user_password'] === hardPassword);
  const withHard = await run(proxies.map((proxy) => lineOf(proxy, hard?.['proxy_user_id'], hardPassword)));
  const codes = new Set(withHard.results.map((result) => result['proxy_test_result_error_code']));
  expect(codes).not.toContain('authentication_failed');
  const wrong = await run(proxies.map((proxy) => lineOf(proxy, hard?.['proxy_user_id'], 'wrong')));
  expect(wrong.results.every((result) => result['proxy_test_result_error_code'] === 'authentication_failed')).toBe(
    true,
  );
  expect((await run([...withDefault, ...withDefault.slice(0, 1)])).status).toBe(400);
});

test('requests are recorded without keys, and faults replace responses', async () => {
  const demo = await start({
    faults: ({ path }) => (path.endsWith('/mobile/summary') ? { status: 418, body: '{"message":"no"}' } : undefined),
  });
  expect(await ask(demo, '/mobile/summary')).toMatchObject({ status: 418, body: { message: 'no' } });
  await send(demo, 'POST', '/proxy/list/options', { proxy_ids: ['a'] });
  expect(demo.requests).toEqual([
    { method: 'GET', path: '/public/user/mobile/summary', query: {} },
    { method: 'POST', path: '/public/user/proxy/list/options', query: {}, body: { proxy_ids: ['a'] } },
  ]);
  expect(JSON.stringify(demo.requests)).not.toContain(demo.privateKey);
});
