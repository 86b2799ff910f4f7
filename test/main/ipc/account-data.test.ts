import { patience } from '../../support/patience.ts';
import { expect, test, vi } from 'vitest';
import { FailureError } from '../../../src/shared/failure.ts';
import type { JsonObject } from '../../../src/shared/json.ts';
import type { Fault, FaultHook } from '../../support/demo-service.ts';
import { openApp, type OpenApp } from '../../support/open-app.ts';
import { recordKindsWith } from '../../../src/shared/operations.ts';
import { groupingId } from '../../../src/shared/records/catalog.ts';

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'no failure';
  } catch (error) {
    return error instanceof FailureError ? error.failure.code : String(error);
  }
};
const first = (table: { slice(offset: number, limit: number): JsonObject[] }): JsonObject => table.slice(0, 1)[0] ?? {};
const receivedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;

const openSynced = (options?: Parameters<typeof openApp>[0]): Promise<OpenApp> =>
  openApp({ ...options, isSynced: true });

test('one resource is synced alone, and the state reports each of them', async () => {
  const { accountId, ask } = await openApp();
  const outcome = await ask('sync:run', { accountId, only: ['summaries', 'residential_ledger'] });
  expect(outcome).toMatchObject({ complete: true, requested: ['residential_ledger', 'summaries'] });
  expect(await ask('sync:state', { accountId })).toMatchObject({
    lastCompletedAt: null,
    counts: { proxies: 0, residential_ledger: 60, summaries: 2, customer: 0 },
    resources: {
      residential_ledger: { completedAt: receivedAt, problem: null },
      proxies: { completedAt: null, problem: null },
    },
  });
});

test('before the first sync nothing is cached, and that is not a failure', async () => {
  const { accountId, ask, demo } = await openApp();
  expect(await ask('record:cached', { accountId, kind: 'residential_summary' })).toBeNull();
  expect(await ask('record:cached', { accountId, kind: 'mobile_summary' })).toBeNull();
  expect(await ask('record:cached', { accountId, kind: 'customer' })).toBeNull();
  expect(await ask('record:cached', { accountId, kind: 'catalog' })).toBeNull();
  expect(await ask('record:cached', { accountId, kind: 'availability', id: 'os' })).toBeNull();
  expect(await ask('record:list', { accountId, kind: 'mobile_ledger' })).toEqual([]);
  expect(await ask('adjustments:of-service', { accountId, serviceId: 'x' })).toEqual([]);
  expect(demo.requests).toEqual([]);
});

test('a refresh fetches from the service and caches the response', async () => {
  const { demo, accountId, ask, changed } = await openSynced();
  const before = demo.requests.length;
  demo.account.services.update(String(first(demo.account.services)['service_id']), { service_status: 'canceled' });
  const customer = await ask('record:get', { accountId, kind: 'customer', refresh: true });
  expect(customer.record).toEqual(demo.account.customer());
  expect((await ask('record:get', { accountId, kind: 'catalog', refresh: true })).record).toEqual(demo.account.catalog);
  expect(demo.requests.slice(before).map(({ path }) => path)).toEqual([
    '/public/user/customer/retrieve',
    '/public/user/checkout/catalog',
  ]);
  expect(changed()).toBe(2);
  expect((await ask('record:cached', { accountId, kind: 'customer' }))?.record).toEqual(demo.account.customer());
});

test('places, networks, mobile entries and unknown adjustments are fetched once, then cached', async () => {
  const { demo, accountId, ask } = await openSynced();
  const { account } = demo;
  const proxy = first(account.proxies);
  const mobile = first(account.mobileLedger);
  const adjustment = first(account.adjustments);
  const before = demo.requests.length;
  const readAll = async (): Promise<unknown[]> => {
    const kept: unknown[] = [];
    for (const kind of ['city', 'asn', 'country', 'subdivision'] as const) {
      kept.push(await ask('record:get', { accountId, kind, id: String(proxy[`${kind}_id`]) }));
    }
    const id = String(mobile['mobile_ledger_id']);
    kept.push(await ask('record:get', { accountId, kind: 'mobile_ledger', id }));
    const adjustmentId = String(adjustment['service_adjustment_id']);
    kept.push(await ask('record:get', { accountId, kind: 'service_adjustment', id: adjustmentId }));
    return kept;
  };
  const asked = await readAll();
  expect(demo.requests.length - before).toBe(6);
  expect(asked[0]).toMatchObject({ record: { city_name: proxy['city_name'] }, receivedAt });
  expect(asked[4]).toEqual({ record: mobile, receivedAt });
  expect(asked[5]).toEqual({ record: adjustment, receivedAt });
  await demo.close();
  expect(await readAll()).toEqual(asked);
  expect(await ask('record:list', { accountId, kind: 'mobile_ledger' })).toEqual([{ record: mobile, receivedAt }]);
});

test('a ledger entry that was just fetched shows the present as the time it was received', async () => {
  const { demo, accountId, ask } = await openSynced();
  const id = String(first(demo.account.residentialLedger)['residential_ledger_id']);
  const entry = { accountId, kind: 'residential_ledger', id } as const;
  const cached = await ask('record:get', entry);
  await vi.waitUntil(() => Date.now() > Date.parse(cached.receivedAt ?? ''), { ...patience, interval: 1 });
  const fetched = await ask('record:get', { ...entry, refresh: true });
  expect(fetched.record).toEqual(cached.record);
  expect(Date.parse(fetched.receivedAt ?? '')).toBeGreaterThan(Date.parse(cached.receivedAt ?? ''));
});

test('a record that the service does not have is reported and not cached', async () => {
  const { accountId, ask } = await openSynced();
  const id = 'no-such-id';
  for (const kind of recordKindsWith(({ path }) => path.includes('{id}'))) {
    expect(await codeOf(ask('record:get', { accountId, kind, id })), kind).toBe('not-found');
  }
  expect(await ask('record:list', { accountId, kind: 'mobile_ledger' })).toEqual([]);
});

test('the last response of availability is cached for each grouping, in any order', async () => {
  const { demo, accountId, ask } = await openApp();
  const grouped = { accountId, kind: 'availability', id: groupingId(['os', 'country']) } as const;
  const byBoth = await ask('record:get', { ...grouped, refresh: true });
  expect(demo.requests.at(-1)?.query).toEqual({ group_by: 'country,os' });
  const total = await ask('record:get', { accountId, kind: 'availability', id: '', refresh: true });
  expect(demo.requests.at(-1)?.query).toEqual({});
  expect(byBoth.record).not.toEqual(total.record);
  await demo.close();
  expect(await ask('record:cached', { accountId, kind: 'availability', id: 'country,os' })).toEqual(byBoth);
  expect(await ask('record:cached', { accountId, kind: 'availability', id: '' })).toEqual(total);
  expect(await ask('record:cached', { accountId, kind: 'availability', id: 'city' })).toBeNull();
  expect(await codeOf(ask('record:get', { accountId, kind: 'availability', id: '', refresh: true }))).toBe(
    'unreachable',
  );
});

test('availability is kept for a comparison when it is loaded again', async () => {
  const { accountId, ask } = await openApp();
  const grouping = { accountId, kind: 'availability', id: 'country' } as const;
  const first = await ask('record:get', { ...grouping, refresh: true });
  expect(await ask('record:cached', { ...grouping, isBefore: true })).toBeNull();
  const second = await ask('record:get', { ...grouping, refresh: true });
  expect(await ask('record:cached', { ...grouping, isBefore: true })).toEqual(first);
  expect(await ask('record:cached', grouping)).toEqual(second);
  expect(await ask('record:cached', { accountId, kind: 'availability', id: 'city', isBefore: true })).toBeNull();
});

test('places and networks have the names that proxies and looked-up records know', async () => {
  const { demo, accountId, ask } = await openSynced();
  const names = await ask('availability:names', { accountId });
  const proxy = first(demo.account.proxies);
  expect(names.subdivisions[String(proxy['subdivision_id'])]).toBe(proxy['subdivision_name']);
  expect(names.networks[String(proxy['asn_id'])]).toBe(proxy['asn_name']);
  const { record: pool } = await ask('record:get', { accountId, kind: 'availability', id: 'asn', refresh: true });
  const ids = (pool['residential_options'] as { asn_id: number }[]).map((row) => String(row.asn_id));
  const id = ids.find((other) => names.networks[other] === undefined) ?? '';
  const { record } = await ask('record:get', { accountId, kind: 'asn', id });
  const after = await ask('availability:names', { accountId });
  expect(after.networks[id]).toBe(record['asn_name']);
});

test('a row of a list is fetched into the cache, and its reply omits secrets', async () => {
  const { demo, accountId, ask, changed } = await openSynced();
  const { account } = demo;
  const proxy = account.proxies.slice(0, 40).find((row) => row['proxy_status'] === 'in_use');
  const proxyId = String(proxy?.['proxy_id']);
  const serviceId = String(proxy?.['service_id']);
  const userId = String(first(account.proxyUsers)['proxy_user_id']);
  account.proxies.update(proxyId, { proxy_is_online: null });
  account.services.update(serviceId, { service_name: 'Another name' });
  account.proxyUsers.update(userId, { proxy_user_enforce_https: null });

  const reread = await ask('list:refresh', { list: 'proxies', accountId, id: proxyId });
  expect(reread).toMatchObject({ proxy_id: proxyId, proxy_is_online: null });
  const service = await ask('list:refresh', { list: 'services', accountId, id: serviceId });
  expect(service).toMatchObject({ service_name: 'Another name' });
  const user = await ask('list:refresh', { list: 'proxy_users', accountId, id: userId });
  expect(user).toMatchObject({ proxy_user_id: userId, proxy_user_enforce_https: null });
  expect(JSON.stringify([reread, service, user])).not.toContain('password');
  expect(changed()).toBe(3);

  await demo.close();
  expect((await ask('list:get', { list: 'proxies', accountId, id: proxyId })).row.proxy_is_online).toBeNull();
  const kept = await ask('list:get', { list: 'services', accountId, id: serviceId });
  expect(kept.row.service_name).toBe('Another name');
  expect(kept.record['proxies']).toBeUndefined();
  expect((await ask('list:get', { list: 'proxy_users', accountId, id: userId })).row.proxy_user_enforce_https).toBe(
    null,
  );
  expect(await ask('passwords:reveal', { accountId, id: userId })).toBe(
    first(account.proxyUsers)['proxy_user_password'],
  );
});

test('a proxy that is not found stays cached, because only proxies in use are found', async () => {
  const { demo, accountId, ask } = await openSynced();
  const id = String(first(demo.account.proxies)['proxy_id']);
  demo.account.proxies.update(id, { proxy_status: 'waiting' });
  await expect(ask('list:refresh', { list: 'proxies', accountId, id })).rejects.toMatchObject({
    failure: { code: 'not-found', message: expect.stringContaining('may still exist') as string },
  });
  expect((await ask('list:get', { list: 'proxies', accountId, id })).row.proxy_id).toBe(id);
});

test('fields that only a search returns remain when a row is fetched again', async () => {
  const faults: { now?: FaultHook } = {};
  const { demo, accountId, ask } = await openSynced({ faults });
  const user = first(demo.account.proxyUsers);
  const id = String(user['proxy_user_id']);
  const before = await ask('list:get', { list: 'proxy_users', accountId, id });
  expect(before.record['tcp_fingerprint_label']).toBeDefined();
  const data = { proxy_user_id: id, proxy_user_enforce_https: true, new_field: 7 };
  faults.now = () => ({ status: 200, body: JSON.stringify({ data }) });
  expect(await ask('list:refresh', { list: 'proxy_users', accountId, id })).toEqual(data);
  const after = await ask('list:get', { list: 'proxy_users', accountId, id });
  expect(after.record).toEqual({ ...before.record, ...data });
  expect(await ask('passwords:reveal', { accountId, id })).toBe(user['proxy_user_password']);
});

test('an ID in another spelling finds the existing row and does not create another', async () => {
  const { demo, accountId, ask } = await openSynced();
  const { account } = demo;
  const proxyId = String(first(account.proxies)['proxy_id']);
  const entryId = String(first(account.residentialLedger)['residential_ledger_id']);
  // As a service answers that does not mind the case.
  const spelled = { proxyId: proxyId.toUpperCase(), entryId: entryId.toUpperCase() };
  account.proxies.add({ ...first(account.proxies), proxy_id: spelled.proxyId });
  account.proxies.update(spelled.proxyId, { proxy_id: proxyId });
  account.residentialLedger.add({ ...first(account.residentialLedger), residential_ledger_id: spelled.entryId });
  account.residentialLedger.update(spelled.entryId, { residential_ledger_id: entryId });
  const entry = { accountId, kind: 'residential_ledger', id: spelled.entryId } as const;
  expect((await ask('record:get', entry)).record).toMatchObject({ residential_ledger_id: entryId });
  await ask('list:refresh', { list: 'proxies', accountId, id: spelled.proxyId });
  expect(await ask('list:count', { list: 'residential_ledger', accountId, where: '' })).toBe(60);
  expect(await ask('list:count', { list: 'proxies', accountId, where: '' })).toBe(40);
});

/** Answers with status 200 that are no such record. */
const badBodies = [
  '',
  '[]',
  '{}',
  '<!doctype html>',
  '{"data":null}',
  '{"data":[]}',
  '{"data":{}}',
  '{"data":{"login":true}}',
];

test('a bad response with status 200 does not replace a record that is fetched on demand', async () => {
  const faults: { now?: FaultHook } = {};
  const { demo, accountId, ask, changed } = await openSynced({ faults });
  const { account } = demo;
  const proxy = account.proxies.slice(0, 40).find((row) => row['proxy_status'] === 'in_use') ?? {};
  const id = (field: string): string => String(proxy[field]);
  const mobileId = String(first(account.mobileLedger)['mobile_ledger_id']);
  const entryId = String(first(account.residentialLedger)['residential_ledger_id']);
  const adjustmentId = String(first(account.adjustments)['service_adjustment_id']);
  const userId = String(first(account.proxyUsers)['proxy_user_id']);
  const reads = {
    city: (refresh: boolean) => ask('record:get', { accountId, kind: 'city', id: id('city_id'), refresh }),
    asn: (refresh: boolean) => ask('record:get', { accountId, kind: 'asn', id: id('asn_id'), refresh }),
    country: (refresh: boolean) => ask('record:get', { accountId, kind: 'country', id: id('country_id'), refresh }),
    subdivision: (refresh: boolean) =>
      ask('record:get', { accountId, kind: 'subdivision', id: id('subdivision_id'), refresh }),
    mobile: (refresh: boolean) => ask('record:get', { accountId, kind: 'mobile_ledger', id: mobileId, refresh }),
    residential: (refresh: boolean) =>
      ask('record:get', { accountId, kind: 'residential_ledger', id: entryId, refresh }),
    adjustment: (refresh: boolean) =>
      ask('record:get', { accountId, kind: 'service_adjustment', id: adjustmentId, refresh }),
    customer: (refresh: boolean) => ask('record:get', { accountId, kind: 'customer', refresh }),
    catalog: (refresh: boolean) => ask('record:get', { accountId, kind: 'catalog', refresh }),
    availability: (refresh: boolean) =>
      refresh
        ? ask('record:get', { accountId, kind: 'availability', id: '', refresh: true })
        : ask('record:cached', { accountId, kind: 'availability', id: '' }),
    proxy: async (refresh: boolean) =>
      refresh
        ? ask('list:refresh', { list: 'proxies', accountId, id: id('proxy_id') })
        : (await ask('list:get', { list: 'proxies', accountId, id: id('proxy_id') })).record,
    service: async (refresh: boolean) =>
      refresh
        ? ask('list:refresh', { list: 'services', accountId, id: id('service_id') })
        : (await ask('list:get', { list: 'services', accountId, id: id('service_id') })).record,
    user: async (refresh: boolean) =>
      refresh
        ? ask('list:refresh', { list: 'proxy_users', accountId, id: userId })
        : (await ask('list:get', { list: 'proxy_users', accountId, id: userId })).record,
  };
  for (const read of Object.values(reads)) await read(true);
  const keptOf = async (): Promise<unknown[]> => Promise.all(Object.values(reads).map((read) => read(false)));
  const before = await keptOf();
  changed();
  for (const body of badBodies) {
    faults.now = () => ({ status: 200, body });
    for (const [name, read] of Object.entries(reads)) {
      const code = await codeOf(read(true));
      expect(['not-this-service', 'incomplete'], `${name} ${body}: ${code}`).toContain(code);
    }
    expect(await keptOf()).toEqual(before);
  }
  expect(changed()).toBe(0);
});

test('a service is edited once, fetched again and updated in the cache', async () => {
  const { demo, accountId, ask, changed } = await openSynced();
  const id = String(first(demo.account.services)['service_id']);
  const changes = {
    service_is_pending_cancellation: true,
    cancel_comment: 'moving on',
    service_metadata: { team: 'checkout' },
  };
  const edited = await ask('services:edit', { accountId, id, changes });
  expect(edited).toMatchObject({ edited: [id], record: { service_metadata: { team: 'checkout' } } });
  const patches = demo.requests.filter(({ method }) => method === 'PATCH');
  expect(patches.map(({ body }) => body)).toEqual([changes]);
  expect(changed()).toBe(1);
  const { row } = await ask('list:get', { list: 'services', accountId, id });
  expect(row.service_is_pending_cancellation).toBe(true);
  const nested = { service_metadata: { a: { b: 1 } } };
  expect(await codeOf(ask('services:edit', { accountId, id, changes: nested }))).toBe('invalid-input');
  expect(await codeOf(ask('services:edit', { accountId, id, changes: {} }))).toBe('invalid-input');
});

test('a change of a service is sent once, however often it is requested meanwhile', async () => {
  const faults: { now?: FaultHook } = {};
  const { demo, accountId, ask } = await openSynced({ faults });
  const id = String(first(demo.account.services)['service_id']);
  const edit = (): Promise<unknown> =>
    ask('services:edit', { accountId, id, changes: { payment_method_id: 'pm_once' } });
  const patches = (): number => demo.requests.filter(({ method }) => method === 'PATCH').length;
  const { promise: answered, resolve: answer } = Promise.withResolvers<Fault>();
  faults.now = ({ method }) => (method === 'PATCH' ? answered : undefined);
  const sent = codeOf(edit());
  await expect.poll(patches).toBe(1);
  expect(await codeOf(edit())).toBe('busy');
  expect(await codeOf(edit())).toBe('busy');
  const other = String(demo.account.services.slice(1, 2)[0]?.['service_id']);
  expect(await ask('services:edit-outcome', { accountId, id: other })).toBeNull();
  const followed = codeOf(ask('services:edit-outcome', { accountId, id }));
  answer('reset');
  // Both the sender and a dialog that was opened again learn how it ended.
  expect(await sent).toBe('outcome-unknown');
  expect(await followed).toBe('outcome-unknown');
  expect(patches()).toBe(1);
  faults.now = () => undefined;
  expect(await edit()).toMatchObject({ edited: [id] });
  expect(await ask('services:edit-outcome', { accountId, id })).toBeNull();
});

test('the service and the cache agree on who has access to proxies, and a difference shows', async () => {
  const { demo, accountId, ask } = await openSynced();
  const { account } = demo;
  const query = { kind: 'query', where: 'type:isp', excludedIds: [] } as const;
  for (const proxies of [
    query,
    { kind: 'ids', ids: account.proxies.slice(0, 3).map((row) => String(row['proxy_id'])) } as const,
  ]) {
    const { users, message } = await ask('access:check', { accountId, rows: proxies });
    expect(message).toBe('Proxy list options successfully retrieved.');
    expect(new Set(users.map(({ online }) => online))).toEqual(new Set([true, false]));
    for (const user of users) expect(user.offline, user.proxy_user_id).toBe(user.online);
    expect(users.filter((user) => user.proxy_user_is_default)).toHaveLength(1);
  }
  const everyone = account.proxyUsers
    .slice(0, 100)
    .find((row) => row['proxy_user_access_type'] === 'all' && row['proxy_user_is_default'] !== true);
  const id = String(everyone?.['proxy_user_id']);
  account.proxyUsers.update(id, { proxy_user_access_type: 'proxy_restricted', restricted_proxy_ids: [] });
  const { users } = await ask('access:check', { accountId, rows: query });
  expect(users.filter((user) => user.offline !== user.online)).toEqual([
    { proxy_user_id: id, proxy_user_is_default: false, offline: true, online: false },
  ]);
  const none = { kind: 'ids', ids: [] } as const;
  expect(await codeOf(ask('access:check', { accountId, rows: none }))).toBe('nothing-to-do');
});
