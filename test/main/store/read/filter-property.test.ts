import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/shared/json.ts';
import { parseQuery } from '../../../../src/shared/filter/query.ts';
import { findKey, queryKeys } from '../../../../src/shared/filter/query-keys.ts';
import { syncLists, type SyncList } from '../../../../src/shared/sync.ts';
import { findInMemory, idFields, type Account } from './find-in-memory.ts';
import { openStore, type Store } from '../../../../src/main/store/index.ts';
import type { Query } from '../../../../src/shared/filter/query-term.ts';
import { generateAccount } from '../../../support/data-shapes/account.ts';
import { shapeNames } from '../../../support/data-shapes/shapes.ts';
import { makeDatabaseName, makeProxy, makeService, makeStore, makeUser, makeUuid, query } from '../support.ts';
import { rounds } from '../../../support/rounds.ts';
import { createRandom, type Random } from '../../../support/random.ts';

const pick = <T>(random: Random, choices: readonly T[]): T => {
  const choice = choices[random(choices.length)];
  if (choice === undefined) throw new Error('nothing to choose from');
  return choice;
};

/** What the fields of the rows are drawn from. */
type Pools = { readonly [field: string]: readonly JsonValue[] };
const proxyPools: Pools = {
  service_id: ['svc-1', 'svc-10', 'svc-2', null],
  proxy_status: ['in_use', 'reserved', null],
  proxy_type: ['isp', 'datacenter', 'mobile', 'ISP'],
  proxy_protocol: ['ipv4', 'ipv6', 'dual', null],
  proxy_is_online: [true, false, null],
  country_id: ['US', 'GB', 'DE', null, ''],
  country_name: ['United States', 'United Kingdom', 'Germany', null],
  subdivision_id: ['US-NY', 'DE-BE', null],
  subdivision_name: ['New York', 'Berlin', null],
  city_name: ['York', 'New York', 'Zürich', 'Berlin', null, ''],
  city_timezone: ['America/New_York', 'Europe/Berlin', null],
  asn_id: [7922, 3303, null],
  asn_name: ['Comcast Cable', 'Lumen', null],
  proxy_http_port: [80, 8000, 8100, 65_535, null],
  proxy_socks5_port: [1080, 9000, null],
  proxy_last_update_datetime: [
    '2026-09-30 23:59:59',
    '2026-10-01 00:00:00',
    '2026-10-01 12:30:00',
    '2026-11-02 08:00:00',
    null,
  ],
  proxy_ip_address: ['203.0.113.7', '203.0.113.70', '20.3.0.1', '198.51.100.20', null],
  proxy_ip_address_v6: ['2001:db8::1', '2001:db8:1::20', 'fe80::cafe', '::1', null],
  subnet_id: ['203.0.113.0/24', '198.51.100.0/25', null],
  subnet_id_v6: ['2001:db8::/64', '2001:db8:1::/48', null],
};

const times = ['2026-09-30 23:59:59', '2026-10-01 00:00:00', '2026-11-02 08:00:00', null];
const servicePools: Pools = {
  service_name: ['ISP New York', 'Zürich', 'Texas', null],
  service_type: ['isp', 'ISP', 'mobile', null],
  service_protocol: ['ipv4', 'dual', null],
  service_status: ['active', 'overdue', ''],
  country_id: ['US', 'DE', null],
  service_cycle: ['1:month', '1:year', null],
  service_quantity: [1, 100, 5000, null],
  service_total: [9.5, 50, 0, null],
  service_creation_datetime: times,
  service_expiry_datetime: times,
  service_last_update_datetime: times,
  service_is_automatic_collection: [true, false, null],
  service_is_pending_cancellation: [true, false, null],
  open_invoice_id: ['in_1', 'in_2', null],
};
const userPools: Pools = {
  proxy_user_access_type: ['all', 'service_restricted', 'proxy_restricted', null],
  proxy_user_is_default: [true, false],
  proxy_user_is_deleted: [true, false, null],
  proxy_user_is_strict_security: [true, false, null],
  proxy_user_enforce_https: [true, false, null],
  restricted_service_ids: [['svc-1'], ['svc-2', 'svc-10'], []],
  restricted_proxy_ids: [[makeUuid(3)], [makeUuid(4), makeUuid(10)], []],
  proxy_user_residential_bytes_limit: [100, 0, null],
  proxy_user_residential_bytes_used: [20, 95, null],
  proxy_user_mobile_bytes_limit: [200, null],
  proxy_user_mobile_bytes_used: [10, 196, null],
  proxy_user_creation_datetime: times,
  proxy_user_last_update_datetime: times,
};
const ledgerPools: Pools = {
  residential_ledger_reason: ['top_up', 'usage', null],
  service_id: ['svc-1', 'svc-10', 'svc-2', null],
  service_adjustment_id: [70005, 70006, null],
  invoice_id: ['in_4471', 'in_5', null],
  residential_ledger_bytes: [0, -1_000_000, 1_000_000_000, null],
  residential_ledger_requests: [10_000, 5, null],
  residential_ledger_period_date: ['2026-10-01', '2026-11-30', null],
  residential_ledger_creation_datetime: times,
  residential_ledger_last_update_datetime: times,
};

const timeTexts = ['2026-10', '>2026-10-01', '<2026-10', '2026-09-30..2026-10-01', '""', '*'];
const flagTexts = ['yes', 'no', '""', '*', 'true', '0'];
const tagTexts = ['burnt', 'NEW york', '="new york"', '"a,b"', 'burn', 'é', '*', '""', '="*"'];
const noteTexts = ['refund', '=refund', '"for a"', 'Ü', 'york', '*', '""'];

/** Values of each key. */
const texts: { readonly [L in SyncList]: { readonly [key: string]: readonly string[] } } = {
  services: {
    id: ['svc-1', 'SVC-2', 'svc', '""'],
    name: ['york', '=zürich', '="isp new york"', 'TEX', '""', '*'],
    type: ['isp', 'mobile', '""'],
    protocol: ['dual', 'ipv4', '*'],
    status: ['active', 'over', '""'],
    country: ['us', 'united', '""'],
    cycle: ['1:month', '"1:year"', '1', '*'],
    quantity: ['>50', '1', '1..100', '""'],
    total: ['<50', '9.5', '>=50', '*'],
    created: timeTexts,
    expires: timeTexts,
    updated: timeTexts,
    renews: flagTexts,
    canceling: flagTexts,
    invoice: ['in_1', 'IN_2', 'in', '*', '""'],
    ending: ['canceled', 'MANUAL', 'automatic', 'unknown', '*', '""'],
    tag: tagTexts,
    note: noteTexts,
  },
  proxy_users: {
    id: ['user-1', 'USER-2', 'user', '*'],
    access: ['all', 'proxy_restricted', 'restricted', '""'],
    default: flagTexts,
    deleted: flagTexts,
    strict: flagTexts,
    https: flagTexts,
    service: ['svc-1', 'SVC-10', 'svc', '*', '""'],
    proxy: [makeUuid(3), makeUuid(10).toUpperCase(), makeUuid(99), '*', '""'],
    used: ['>=90', '<50', '25..95', '*', '""'],
    created: timeTexts,
    updated: timeTexts,
  },
  residential_ledger: {
    id: [makeUuid(1), makeUuid(2).toUpperCase(), makeUuid(99)],
    reason: ['top_up', 'USAGE', 'top', '""'],
    service: ['svc-1', 'york', '="isp new york"', '""', '*'],
    adjustment: ['70005', '>70005', '""'],
    invoice: ['in_4471', 'IN_5', 'in', '*'],
    bytes: ['>0', '<0', '0', '1000000000..', '""'],
    requests: ['5', '>5', '*'],
    date: timeTexts,
    created: timeTexts,
    updated: timeTexts,
  },
  proxies: {
    country: ['US', 'gb', 'united', 'king', 'ger', 'rmany', '*', '""', '="united states"', '=united'],
    subdivision: ['us-ny', 'york', 'new', '=berlin', '""'],
    city: ['york', '=york', '="new york"', 'ÜRI', '*', '""', 'e'],
    timezone: ['europe/', '_', '=Europe/Berlin', '""'],
    network: ['cable', 'lumen', '=lumen', '*'],
    asn: ['7922', '>5000', '3000..8000', '<=3303', '""', '*'],
    type: ['isp', 'is', 'mobile', '=isp'],
    protocol: ['dual', 'ipv4', '""'],
    status: ['in_use', 'reserved', '*'],
    online: ['yes', 'no', '""', '*', 'true', '0'],
    service: ['svc-1', 'york', '="isp new york"', '=york', '""', '*', 'zürich'],
    user: ['all', 'svc', 'one', 'gone', 'nobody', '*', '""'],
    ip: ['203.0.113.7', '203.0.113.0/26', '203.', '20', '198.51.', '2001:db8::/32', 'fe80:', '*', '""'],
    ip6: ['2001:db8::1', '2001:db8::/47', '2001:db8:', '2001', '::', '0:0:0:0::1', '*', '""'],
    subnet: ['203.0.113.0/24', '203.0.0.0/16', '198.', '2001:db8::/32', '2001:db8:1', '*', '""'],
    port: ['80', '>80', '>=8000', '8000..8100', '..8000', '""', '*'],
    socks: ['1080', '<9000', '""'],
    id: [makeUuid(3), makeUuid(4), makeUuid(10).toUpperCase()],
    updated: [
      '2026-10',
      '2026-10-01',
      '>2026-10-01',
      '<2026-10',
      '2026-09-30..2026-10-01',
      '>=2026-10-01T12',
      '""',
      '*',
    ],
    last: ['works', 'FAILS', 'never', '*', '""'],
    from: ['here', 'service', 'Gateway', '*', '""'],
    fault: ['proxy', 'target', '*', '""'],
    run: ['1', '2', '>0', '*', '""'],
    works: ['1', '2', '<9', '*', '""'],
    fails: ['1', '2', '0..1', '*', '""'],
    tested: timeTexts,
    failed: ['<1h', '1h', '>1h', '<2020', '*', '""'],
    success: ['100', '<50', '>=50', '0..40', '""', '*'],
    latency: ['>200', '120', '..250', '""', '*'],
    sync: ['1', '>0', '*', '""'],
    tag: tagTexts,
    note: noteTexts,
  },
};
const words = [
  'york',
  '"new york"',
  'cast',
  '203',
  '113.7',
  '51.100',
  '.7',
  '3.0.1',
  '0.113.',
  'cafe',
  '"db8:"',
  '":1"',
  'svc-1',
  '8000-',
  'ü',
  'us',
  '=york',
  'dual',
  'burn',
  'refund',
  'a,b',
];

function makeQuery(random: Random, list: SyncList = 'proxies'): string {
  const term = (): string => {
    const sign = random(4) === 0 ? '-' : '';
    if (random(4) === 0) return sign + pick(random, words);
    const [key, choices] = pick(random, Object.entries(texts[list]));
    const values = Array.from({ length: 1 + random(3) }, () => pick(random, choices));
    return `${sign}${key}:${values.join(',')}`;
  };
  return Array.from({ length: 1 + random(3) }, term).join(' ');
}

/** The user's records of some of the rows. */
function annotate(random: Random, ids: readonly string[]): Account['annotations'] {
  const tags = ['burnt', 'New York', 'a,b', 'É', '*'];
  const notes = ['', '', 'refund', 'Ask for a refund', 'Zürich york 113.7'];
  return new Map(
    ids
      .filter(() => random(2) === 0)
      .map((id) => [id, { tags: tags.filter(() => random(4) === 0), note: pick(random, notes) }]),
  );
}

/** Up to three results of some of the proxies. */
function makeTests(random: Random, ids: readonly string[]): Account['tests'] {
  const result = (): JsonObject => ({
    proxy_test_result_is_successful: pick(random, [true, true, false, null]),
    proxy_test_result_response_time: pick(random, [120, 250, 900, null]),
    proxy_test_result_creation_datetime: pick(random, times),
  });
  return new Map(ids.filter(() => random(3) > 0).map((id) => [id, Array.from({ length: 1 + random(3) }, result)]));
}

function makeAccount(random: Random): Account {
  const draw = (pools: Pools): JsonObject =>
    Object.fromEntries(Object.entries(pools).map(([field, choices]) => [field, pick(random, choices)]));
  const rows: Account['rows'] = {
    proxies: Array.from(
      { length: 120 },
      (_, number) => makeProxy(number, { ...draw(proxyPools), city_example_postcode: null }).fields,
    ),
    services: [
      makeService('svc-1', 'ISP New York', { ...draw(servicePools), service_name: 'ISP New York' }),
      makeService('svc-10', 'Zürich', { ...draw(servicePools), service_name: 'Zürich' }),
      ...Array.from({ length: 20 }, (_, number) => makeService(`svc-more-${number}`, '', draw(servicePools))),
    ].map(({ fields }) => fields),
    proxy_users: [
      makeUser('all'),
      makeUser('gone', { proxy_user_is_deleted: true }),
      makeUser('svc', { proxy_user_access_type: 'service_restricted', restricted_service_ids: ['svc-10', 'svc-2'] }),
      makeUser('one', { proxy_user_access_type: 'proxy_restricted', restricted_proxy_ids: [makeUuid(3), makeUuid(5)] }),
      ...Array.from({ length: 20 }, (_, number) =>
        // One that may use everything would hide the others from the key `user`.
        makeUser(`user-${number}`, { ...draw(userPools), proxy_user_is_deleted: true }),
      ),
      makeUser('user-live', { ...draw(userPools), proxy_user_access_type: null }),
    ].map(({ fields }) => fields),
    residential_ledger: Array.from({ length: 40 }, (_, number) => ({
      residential_ledger_id: makeUuid(number),
      ...draw(ledgerPools),
    })),
  };
  const idsOf = (list: SyncList): string[] => rows[list].map((row) => String(row[idFields[list]]));
  return {
    rows,
    annotations: new Map([...annotate(random, idsOf('proxies')), ...annotate(random, idsOf('services'))]),
    tests: makeTests(random, idsOf('proxies')),
    nowMs: Date.now(),
    receivedAtMs: Date.now(),
  };
}

/** A store with the account. */
function fillStore(account: Account, store = makeStore()): Store {
  for (const list of syncLists) {
    store.syncs.writePage(
      list,
      account.rows[list].map((fields) => ({ id: String(fields[idFields[list]]), fields })),
    );
  }
  for (const [id, { tags, note }] of account.annotations) {
    const list = id.startsWith('svc') ? 'services' : 'proxies';
    const one = { list, kind: 'ids', ids: [id] } as const;
    store.tags.change(one, { add: tags, remove: [] });
    store.notes.put(one, note);
  }
  const run = { urls: [], proxyUserId: null, proxyCount: 0, skippedCount: 0, batchCount: 1 };
  storeTests(store, account.tests, store.testRuns.start(run));
  return store;
}

function storeTests(store: Store, tests: Account['tests'], testRunId: number): void {
  const results = [...tests].flatMap(([proxyId, all]) => all.map((fields) => ({ proxyId, fields })));
  store.testRuns.finishBatch(testRunId, { results, problem: null });
}

test('the random filters have every key of every list', () => {
  for (const list of syncLists) {
    expect(Object.keys(texts[list]).toSorted()).toEqual(Object.keys(queryKeys[list]).toSorted());
  }
});

/** What the window shows of a filter, which comes from masks, is what a look at every row finds. */
function expectMasked(store: Store, where: Query, expected: readonly unknown[], text: string): void {
  expect(store.proxies.countMasked(where), text).toBe(expected.length);
  const rows = store.proxies.listMasked({ where, sort: [], offset: 0, limit: 1000 });
  expect(
    rows.map((row) => row.proxy_id),
    text,
  ).toEqual(expected);
}

/** The facets of a filter count what a look at every row counts. */
function expectFacets(store: Store, where: Query, account: Account, text: string): void {
  const counted = store.proxies.facets(where);
  const byId = new Map(account.rows.proxies.map((row) => [row['proxy_id'], row]));
  for (const key of ['country', 'city', 'asn', 'type', 'protocol', 'status', 'service'] as const) {
    const terms = where.terms.filter((term) => term.key !== key);
    const counts = new Map<string, number>();
    for (const id of findInMemory({ terms }, 'proxies', account)) {
      const value = String(byId.get(id)?.[findKey('proxies', key)?.field ?? ''] ?? '').toLowerCase();
      if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const found = counted[key].map(({ value, count }) => [value.toLowerCase(), count] as const);
    expect(new Map(found), `${key} of ${text}`).toEqual(counts);
  }
}

const accountCount = 6;
const filterCount = rounds({ few: 300, many: 4000 });

test(
  `random filters find what a look at every row finds (${filterCount} filters of four lists)`,
  { timeout: 60_000 + filterCount * 50 },
  () => {
    const random = createRandom(4711);
    let foundSome = 0;
    for (let round = 0; round < accountCount; round += 1) {
      const account = makeAccount(random);
      const store = fillStore(account);
      for (let tried = 0; tried < filterCount / accountCount; tried += 1) {
        // Half of them are about proxies, the list with the most keys.
        const list = random(2) === 0 ? 'proxies' : pick(random, syncLists);
        const text = makeQuery(random, list);
        const parsed = parseQuery(text, list);
        if (!parsed.ok) throw new Error(`${text}: ${parsed.problem.message}`);
        const expected = findInMemory(parsed.query, list, account);
        const window = { where: parsed.query, sort: [], offset: 0, limit: 1000 };
        const rows = [...store[list].records(window, { secrets: false })];
        expect(
          rows.map((row) => row[idFields[list]]),
          `${list} ${text}`,
        ).toEqual(expected);
        expect(store[list].count(parsed.query), text).toBe(expected.length);
        if (list === 'proxies') expectMasked(store, parsed.query, expected, text);
        const isSome = expected.length > 0 && expected.length < account.rows[list].length;
        if (isSome) foundSome += 1;
      }
    }
    expect(foundSome).toBeGreaterThan(filterCount / 3);
  },
);

const changeCount = rounds({ few: 10, many: 150 });

test(
  `masks and columns follow ${changeCount} edits, syncs and test results of another connection`,
  { timeout: 120_000 },
  async () => {
    const random = createRandom(35);
    const file = makeDatabaseName();
    let account = makeAccount(random);
    const writer = fillStore(account, makeStore(file));
    const reader = openStore({ file, readOnly: true, isSecond: true });
    onTestFinished(() => {
      reader.close();
    });
    let added = account.rows.proxies.length;
    const idsOf = (): string[] => account.rows.proxies.map((row) => String(row['proxy_id']));
    const draw = (): JsonObject => ({
      ...Object.fromEntries(Object.entries(proxyPools).map(([field, choices]) => [field, pick(random, choices)])),
      city_example_postcode: null,
    });
    // At another address, a proxy has no tests.
    const addressesOf = (id: string): JsonObject => {
      const row = account.rows.proxies.find((other) => other['proxy_id'] === id) ?? {};
      const fields = ['proxy_ip_address', 'proxy_ip_address_v6'];
      fields.push('proxy_http_port', 'proxy_socks5_port');
      return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
    };
    const setProxies = (proxies: readonly JsonObject[]): void => {
      account = { ...account, rows: { ...account.rows, proxies } };
    };
    const write = (rows: readonly JsonObject[]): void => {
      writer.syncs.writePage(
        'proxies',
        rows.map((fields) => ({ id: String(fields['proxy_id']), fields })),
      );
    };
    const changes: readonly (() => void)[] = [
      () => {
        const changed = new Map(
          idsOf()
            .filter(() => random(10) === 0)
            .map((id) => [id, { ...draw(), ...addressesOf(id) }]),
        );
        setProxies(account.rows.proxies.map((row) => ({ ...row, ...changed.get(String(row['proxy_id'])) })));
        write(account.rows.proxies.filter((row) => changed.has(String(row['proxy_id']))));
      },
      () => {
        const rows = Array.from({ length: 1 + random(40) }, () => {
          added += 1;
          return makeProxy(added, draw()).fields;
        });
        write(rows);
        setProxies([...account.rows.proxies, ...rows]);
      },
      () => {
        const kept = account.rows.proxies.filter(() => random(10) > 0);
        const walk = writer.syncs.startPass('proxies');
        for (const fields of kept) walk.write([{ id: String(fields['proxy_id']), fields }]);
        const missing = walk.missing();
        walk.close();
        writer.syncs.finishList('proxies', missing);
        setProxies(kept);
      },
      () => {
        const id = pick(random, idsOf());
        const [tag, note] = [pick(random, ['burnt', 'É']), pick(random, ['', 'refund', 'york'])];
        const one = { kind: 'ids', ids: [id] } as const;
        const before = account.annotations.get(id)?.tags ?? [];
        writer.tags.change(one, { add: [tag], remove: [] });
        writer.notes.put(one, note);
        const tags = [...new Set([...before, tag])];
        account = { ...account, annotations: new Map([...account.annotations, [id, { tags, note }]]) };
      },
      () => {
        const tests = makeTests(random, [pick(random, idsOf()), pick(random, idsOf())]);
        storeTests(writer, tests, 1);
        const all = new Map(account.tests);
        for (const [id, results] of tests) all.set(id, [...(all.get(id) ?? []), ...results]);
        account = { ...account, tests: all };
      },
      () => {
        writer.syncs.writePage('services', [makeService('svc-10', pick(random, ['York', 'Texas']))]);
        const services = account.rows.services.map((row) =>
          row['service_id'] === 'svc-10'
            ? { ...row, service_name: writer.services.get('svc-10')?.service_name ?? null }
            : row,
        );
        account = { ...account, rows: { ...account.rows, services } };
      },
    ];
    for (let round = 0; round < changeCount; round += 1) {
      // Now and then the texts are in memory, and follow the changes after that.
      if (round % 4 === 1) {
        await reader.proxies.loadColumns();
        await reader.proxies.loadColumns();
      }
      for (let tried = 0; tried < 8; tried += 1) {
        const text = makeQuery(random);
        const where = query(text);
        expectMasked(reader, where, findInMemory(where, 'proxies', account), text);
        if (tried === 0) expectFacets(reader, where, account, text);
      }
      pick(random, changes)();
    }
  },
);

test.for(shapeNames)('masks find what SQL finds in the shape %s', async (shape) => {
  const random = createRandom(3);
  const store = makeStore();
  const generated = generateAccount(shape, { proxyCount: 400 });
  const rows = Array.from({ length: 400 }, (_, at) => generated.proxies.row(at));
  store.syncs.writePage(
    'proxies',
    rows.map((fields) => ({ id: String(fields['proxy_id']), fields })),
  );
  const keys = Object.entries(queryKeys.proxies).filter(([, { field }]) => field !== null);
  // The second call waits for the texts, which the first one begins to read.
  await store.proxies.loadColumns();
  await store.proxies.loadColumns();
  for (let round = 0; round < rounds({ few: 25, many: 700 }); round += 1) {
    const terms = Array.from({ length: 1 + random(3) }, () => {
      const [key, { field }] = pick(random, keys);
      const value = String(pick(random, rows)[field ?? ''] ?? '').replaceAll('"', '');
      const sign = random(4) === 0 ? '-' : '';
      const word = value.slice(random(3), 3 + random(6)).trim();
      return random(4) === 0 && word !== '' ? `${sign}"${word}"` : `${sign}${key}:"${value}"`;
    });
    const where = query(terms.join(' '));
    const found = [...store.proxies.records({ where, sort: [], offset: 0, limit: 1000 }, { secrets: false })];
    expectMasked(
      store,
      where,
      found.map((row) => String(row['proxy_id'])),
      terms.join(' '),
    );
  }
});

const textCount = rounds({ few: 250, many: 10_000 });

test(`what the parser takes, the store answers (${textCount} random texts)`, { timeout: 120_000 }, () => {
  const random = createRandom(8);
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
  const parts = [
    ...Object.keys(texts.proxies).map((key) => `${key}:`),
    ...Object.values(texts.proxies).flat(),
    ...['-', '"', ',', '>', '<', '=', '..', ' ', ' ', ':', '/', '/33', '300.1', '\\', '7d', '1w', 'é', '0', '*'],
    ...['tested:', 'success:', 'latency:', '2026-10-01', '1e3', '-1', '.5', '9'.repeat(25)],
  ];
  let answered = 0;
  for (let round = 0; round < textCount; round += 1) {
    const text = Array.from({ length: 1 + random(5) }, () => pick(random, parts)).join('');
    const parsed = parseQuery(text, 'proxies');
    if (!parsed.ok) continue;
    expect(() => store.proxies.count(parsed.query), text).not.toThrow();
    answered += 1;
  }
  expect(answered).toBeGreaterThan(textCount / 10);
});

test('windows by every way of reading are the same rows in the same order', { timeout: 120_000 }, () => {
  const random = createRandom(99);
  const store = makeStore();
  const account = makeAccount(random);
  store.syncs.writePage('services', [makeService('svc-1', 'beta'), makeService('svc-2', 'Alpha')]);
  store.syncs.writePage(
    'proxies',
    account.rows.proxies.map((fields) => ({ id: String(fields['proxy_id']), fields })),
  );
  const fields = ['city_name', 'country_id', 'service_name', 'asn_id', 'proxy_is_online'];
  fields.push('proxy_http_port', 'proxy_ip_address', 'proxy_last_update_datetime');
  for (let round = 0; round < rounds({ few: 25, many: 700 }); round += 1) {
    const parsed = parseQuery(random(3) === 0 ? '' : makeQuery(random), 'proxies');
    if (!parsed.ok) throw new Error(parsed.problem.message);
    const sort = Array.from({ length: random(3) }, () => ({
      field: pick(random, fields),
      isDescending: random(2) === 0,
    }));
    const whole = { where: parsed.query, sort, offset: 0, limit: 1000 };
    // Records are read by one statement; rows by profile, where that can be.
    const ids = [...store.proxies.records(whole, { secrets: false })].map((record) => record['proxy_id']);
    const [offset, limit] = [random(130), 1 + random(60)];
    const rows = store.proxies.list({ ...whole, offset, limit });
    expect(rows.map((row) => row.proxy_id)).toEqual(ids.slice(offset, offset + limit));
    expect(store.proxies.list(whole)).toHaveLength(ids.length);
  }
});
