import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/shared/json.ts';
import { parseQuery } from '../../../src/shared/filter/query.ts';
import { findInMemory, type Account } from './find-in-memory.ts';
import { makeProxy, makeService, makeStore, makeUser, makeUuid } from './support.ts';
import { rounds } from '../../support/rounds.ts';

function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
type Random = ReturnType<typeof makeRandom>;
const pick = <T>(random: Random, choices: readonly T[]): T => {
  const choice = choices[random(choices.length)];
  if (choice === undefined) throw new Error('nothing to choose from');
  return choice;
};

const pools: { readonly [field: string]: readonly JsonValue[] } = {
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

const texts: { readonly [key: string]: readonly string[] } = {
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
  ip: [
    '203.0.113.7',
    '203.0.113.0/26',
    '203.',
    '20',
    '198.51.',
    '2001:db8::/32',
    'fe80:',
    '*',
    '""',
  ],
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
  tag: ['burnt', 'NEW york', '="new york"', '"a,b"', 'burn', 'é', '*', '""', '="*"'],
  note: ['refund', '=refund', '"for a"', 'Ü', 'york', '*', '""'],
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

function makeQuery(random: Random): string {
  const term = (): string => {
    const sign = random(4) === 0 ? '-' : '';
    if (random(4) === 0) return sign + pick(random, words);
    const [key, choices] = pick(random, Object.entries(texts));
    const values = Array.from({ length: 1 + random(3) }, () => pick(random, choices));
    return `${sign}${key}:${values.join(',')}`;
  };
  return Array.from({ length: 1 + random(3) }, term).join(' ');
}

/** The user's records of some of the proxies. */
function annotate(random: Random, proxies: readonly JsonObject[]): Account['annotations'] {
  const tags = ['burnt', 'New York', 'a,b', 'É', '*'];
  const notes = ['', '', 'refund', 'Ask for a refund', 'Zürich york 113.7'];
  return new Map(
    proxies
      .filter(() => random(2) === 0)
      .map(({ proxy_id: id }) => [
        String(id),
        { tags: tags.filter(() => random(4) === 0), note: pick(random, notes) },
      ]),
  );
}

function makeAccount(random: Random): Account {
  const proxies = Array.from({ length: 120 }, (_, number) => {
    const changes = Object.fromEntries(
      Object.entries(pools).map(([field, choices]) => [field, pick(random, choices)]),
    );
    return makeProxy(number, { ...changes, city_example_postcode: null }).fields;
  });
  return {
    proxies,
    annotations: annotate(random, proxies),
    services: [makeService('svc-1', 'ISP New York'), makeService('svc-10', 'Zürich')].map(
      ({ fields }) => fields,
    ),
    users: [
      makeUser('all'),
      makeUser('gone', { proxy_user_is_deleted: true }),
      makeUser('svc', {
        proxy_user_access_type: 'service_restricted',
        restricted_service_ids: ['svc-10', 'svc-2'],
      }),
      makeUser('one', {
        proxy_user_access_type: 'proxy_restricted',
        restricted_proxy_ids: [makeUuid(3), makeUuid(5)],
      }),
    ].map(({ fields }) => fields),
  };
}

const accountCount = 6;
const filterCount = rounds({ few: 600, many: 6000 });

test(
  `random filters find what a look at every proxy finds (${filterCount} filters)`,
  { timeout: 60_000 + filterCount * 50 },
  () => {
    const random = makeRandom(4711);
    let foundSome = 0;
    for (let round = 0; round < accountCount; round += 1) {
      const account = makeAccount(random);
      const store = makeStore();
      const write = (
        list: 'services' | 'proxies' | 'proxy_users',
        id: string,
        rows: readonly JsonObject[],
      ): void => {
        store.syncs.writePage(
          list,
          rows.map((fields) => ({ id: String(fields[id]), fields })),
        );
      };
      write('services', 'service_id', account.services);
      write('proxies', 'proxy_id', account.proxies);
      write('proxy_users', 'proxy_user_id', account.users);
      for (const [id, { tags, note }] of account.annotations) {
        const one = { kind: 'ids', ids: [id] } as const;
        store.tags.change('proxies', one, { add: tags, remove: [] });
        store.notes.put('proxies', one, note);
      }
      for (let tried = 0; tried < filterCount / accountCount; tried += 1) {
        const text = makeQuery(random);
        const parsed = parseQuery(text, 'proxies');
        if (!parsed.ok) throw new Error(`${text}: ${parsed.problem.message}`);
        const expected = findInMemory(parsed.query, account);
        const window = { where: parsed.query, sort: [], offset: 0, limit: 1000 };
        const rows = store.proxies.list(window);
        expect(
          rows.map((row) => row.proxy_id),
          text,
        ).toEqual(expected);
        expect(store.proxies.count(parsed.query), text).toBe(expected.length);
        if (expected.length > 0 && expected.length < account.proxies.length) foundSome += 1;
      }
    }
    expect(foundSome).toBeGreaterThan(filterCount / 3);
  },
);

const textCount = rounds({ few: 1000, many: 20_000 });

test(
  `what the parser takes, the store answers (${textCount} random texts)`,
  { timeout: 120_000 },
  () => {
    const random = makeRandom(8);
    const store = makeStore();
    store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
    const parts = [
      ...Object.keys(texts).map((key) => `${key}:`),
      ...Object.values(texts).flat(),
      ...[
        '-',
        '"',
        ',',
        '>',
        '<',
        '=',
        '..',
        ' ',
        ' ',
        ':',
        '/',
        '/33',
        '300.1',
        '\\',
        '7d',
        '1w',
        'é',
        '0',
        '*',
      ],
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
  },
);

test(
  'windows by every way of reading are the same rows in the same order',
  { timeout: 120_000 },
  () => {
    const random = makeRandom(99);
    const store = makeStore();
    const account = makeAccount(random);
    store.syncs.writePage('services', [
      makeService('svc-1', 'beta'),
      makeService('svc-2', 'Alpha'),
    ]);
    store.syncs.writePage(
      'proxies',
      account.proxies.map((fields) => ({ id: String(fields['proxy_id']), fields })),
    );
    const fields = ['city_name', 'country_id', 'service_name', 'asn_id', 'proxy_is_online'];
    fields.push('proxy_http_port', 'proxy_ip_address', 'proxy_last_update_datetime');
    for (let round = 0; round < rounds({ few: 100, many: 2000 }); round += 1) {
      const parsed = parseQuery(random(3) === 0 ? '' : makeQuery(random), 'proxies');
      if (!parsed.ok) throw new Error(parsed.problem.message);
      const sort = Array.from({ length: random(3) }, () => ({
        field: pick(random, fields),
        isDescending: random(2) === 0,
      }));
      const whole = { where: parsed.query, sort, offset: 0, limit: 1000 };
      // Records are read by one statement; rows by profile, where that can be.
      const ids = [...store.proxies.records(whole, { secrets: false })].map(
        (record) => record['proxy_id'],
      );
      const [offset, limit] = [random(130), 1 + random(60)];
      const rows = store.proxies.list({ ...whole, offset, limit });
      expect(rows.map((row) => row.proxy_id)).toEqual(ids.slice(offset, offset + limit));
      expect(store.proxies.list(whole)).toHaveLength(ids.length);
    }
  },
);
