/** What a service sends is what a person gets, whatever it is: from HTTP through the copy to the terminal. */
import { expect, onTestFinished, test } from 'vitest';
import { parseJson, type JsonObject, type JsonValue } from '../../../src/shared/json.ts';
import { serviceEnv } from '../../support/env.ts';
import { makePage, startScriptedService } from '../../support/scripted-service.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { runCommandLine, type CommandLineResult } from '../../support/run-command-line.ts';
import { rounds } from '../../support/rounds.ts';
import { createRandom } from '../../support/random.ts';

type Run = (...argv: string[]) => Promise<CommandLineResult>;

/** A service that lists proxies as these JSON texts, byte for byte. */
async function serveProxies(rows: readonly string[]): Promise<{ run: Run }> {
  const { baseUrl } = await startScriptedService((request) => {
    if (request.resource !== 'proxy') return makePage([], request);
    const from = (request.page - 1) * request.perPage;
    const data = rows.slice(from, from + request.perPage);
    const counters = `"item_count":${data.length},"page":${request.page},"per_page":${request.perPage}`;
    return (response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(`{"data":[${data.join()}],${counters},"total_count":${rows.length}}`);
    };
  });
  const dataDir = makeTemporaryFolder();
  const env = serviceEnv({ baseUrl, publicKey: 'public', privateKey: 'private' });
  return { run: (...argv) => runCommandLine(['--data-dir', dataDir, ...argv], { env }) };
}

/** The proxies as the command line prints them, by id; numbers exactly as printed. */
async function readProxies(run: Run): Promise<Map<JsonValue | undefined, JsonObject>> {
  const { stdout } = await run('--json', 'proxies', '--secrets');
  const rows = parseJson(stdout) as JsonObject[]; // rows are what the command prints
  return new Map(rows.map((row) => [row['proxy_id'], row]));
}

const values = [
  'null',
  'true',
  '"a_value_of_tomorrow"',
  '9007199254740993',
  '-9223372036854775808',
  '0.1',
  '[]',
  '{"a":{"b":[1,null,"x"]}}',
  '["u1","u2"]',
  '""',
  '"2026-13-45 99:99:99"',
];
const fields = [
  'proxy_status',
  'proxy_type',
  'proxy_is_online',
  'proxy_http_port',
  'country_id',
  'city_id',
  'asn_id',
  'service_id',
  'proxy_user_ids',
  'proxy_ip_address',
  'customer_id',
  'a_field_of_tomorrow',
  'another one',
];

const rowCount = rounds({ few: 500, many: 10_000 });

test(
  `rows with unknown, missing, null and unexpected values arrive unchanged; bad rows do not stop a page (${rowCount} rows)`,
  { timeout: 60_000 },
  async () => {
    const draw = createRandom(21);
    const rows: string[] = [];
    const good = new Map<string, string>();
    for (let number = 0; number < rowCount; number += 1) {
      const chosen = fields.filter(() => draw(3) > 0);
      const body = chosen.map((name) => `"${name}":${values[draw(values.length)] ?? 'null'}`);
      const isBad = draw(100) === 0;
      const row = `{"proxy_id":${isBad ? 'null' : `"p${number}"`}${body.map((field) => `,${field}`).join('')}}`;
      rows.push(row);
      if (!isBad) good.set(`p${number}`, row);
    }
    const { run } = await serveProxies(rows);
    const synced = (await run('--json', 'sync')).json() as {
      resources: { proxies: { withoutId?: number; added: number } };
    }; // the command's document
    expect(synced.resources.proxies.added).toBe(good.size);
    expect(good.size).toBeLessThan(rowCount);
    const printed = await readProxies(run);
    expect(printed.size).toBe(good.size);
    for (const [id, row] of good) expect(printed.get(id)).toEqual(parseJson(row));
  },
);

test('500 texts arrive unchanged or their page is rejected; no character is replaced', async () => {
  const draw = createRandom(23);
  const pieces = [
    '\\u0000',
    '\\ud800',
    '\\udfff',
    '\ufeff',
    '\u202e',
    'שלום',
    'مرحبا',
    '😀',
    'e\u0301',
    '\u2028',
    '\\\\',
    '\\"',
    'a',
    ' ',
  ];
  const rows = Array.from({ length: 500 }, (_, number) => {
    const text = Array.from({ length: 1 + draw(6) }, () => pieces[draw(pieces.length)]).join('');
    return `{"proxy_id":"p${number}","city_name":"${text}","asn_name":"${text}x","note":"${text}"}`;
  });
  const { run } = await serveProxies(rows);
  await run('sync');
  const printed = await readProxies(run);
  expect(printed.size).toBe(500);
  for (const [number, row] of rows.entries()) {
    expect(printed.get(`p${number}`)).toEqual(parseJson(row));
  }
  expect(JSON.stringify([...printed.values()])).not.toContain('\ufffd');
});

test('hostile rows pollute nothing, and the valid ones among them arrive', { timeout: 60_000 }, async () => {
  const draw = createRandom(24);
  const nest = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  const hostile = [
    '"__proto__":{"polluted":true}',
    '"constructor":{"prototype":{"polluted":true}}',
    '"toString":"x","valueOf":1,"hasOwnProperty":null',
    '"proxy_status":"a","proxy_status":"b"',
    '"customer_id":1e400',
    '"customer_id":-1e400',
    '"city_latitude":1e-400',
    `"nested":${nest(500)}`,
    '"":""',
    '"proxy_user_ids":{"__proto__":["x"]}',
  ];
  const count = rounds({ few: 60, many: 1000 });
  const rows = Array.from({ length: count }, (_, number) => {
    const id = draw(20) === 0 && number > 0 ? number - 1 : number;
    return `{"proxy_id":"p${id}","n":${number},${hostile[draw(hostile.length)] ?? ''}}`;
  });
  rows[count / 2] = `{"proxy_id":"deep","deep":${nest(100_000)}}`;
  const { run } = await serveProxies(rows);
  const synced = await run('--json', 'sync');
  expect(synced.code).toBeLessThan(6);
  const printed = await readProxies(run);
  expect(printed.size).toBeGreaterThan(0.9 * count);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(Object.prototype).not.toHaveProperty('polluted');
  for (const row of rows) {
    if (row.includes('deep')) continue;
    const parsed = parseJson(row) as JsonObject; // the row is an object
    const kept = printed.get(parsed['proxy_id']);
    // Of two rows with one id either may be the later.
    if (kept && kept['n'] === parsed['n']) {
      expect(Object.keys(kept).sort()).toEqual(Object.keys(parsed).sort());
    }
  }
});

const allZones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Asia/Kolkata', 'Asia/Kathmandu'],
  ...['Australia/Lord_Howe', 'Pacific/Chatham', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Africa/Cairo'],
  ...['America/Sao_Paulo', 'Asia/Tehran', 'Asia/Tokyo', 'Europe/London', 'America/Santiago', 'Asia/Gaza'],
  ...['Antarctica/Troll', 'Africa/Casablanca', 'America/Havana', 'Asia/Beirut', 'Atlantic/Azores'],
  ...['Europe/Dublin', 'America/Nuuk'],
];

const zones = allZones.slice(0, rounds({ few: 3, many: Infinity }));

test(`times are the same text in ${String(zones.length)} time zones, on the days when clocks change too`, async () => {
  expect(new Set(zones).size).toBe(zones.length);
  const times = ['2026-03-29 02:30:00', '2026-10-25 02:30:00', '2026-03-08 02:30:00', '2026-12-31 23:59:59'];
  const rows = times.map((time, at) => `{"proxy_id":"p${at}","proxy_last_update_datetime":"${time}"}`);
  const { run } = await serveProxies(rows);
  await run('sync');
  const ownZone = process.env['TZ'];
  onTestFinished(() => {
    if (ownZone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = ownZone;
  });
  const hours = new Set<number>();
  for (const zone of zones) {
    // Node follows the variable from here on.
    process.env['TZ'] = zone;
    hours.add(new Date(0).getHours());
    const { stdout } = await run('--json', 'proxies');
    const printed = parseJson(stdout) as JsonObject[]; // rows are what the command prints
    expect(
      printed.map((row) => row['proxy_last_update_datetime']),
      zone,
    ).toEqual(times);
  }
  expect(hours.size).toBeGreaterThan(zones.length / 3);
});
