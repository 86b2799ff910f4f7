import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { putRule } from '../../../src/main/gateway/rules.ts';
import { openStore } from '../../../src/main/store/index.ts';
import { defaultRule } from '../../../src/shared/gateway/gateway.ts';
import { serviceEnv } from '../../support/env.ts';
import { startDemoService, type DemoService } from '../../support/demo-service.ts';
import { runCommandLine, type CommandLineResult } from '../../support/run-command-line.ts';
import { rounds } from '../../support/rounds.ts';
import { makeSyncedFolder } from '../../support/synced-folder.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

let demo: DemoService;
let dataDir: string;
let user: string;
let run: (...argv: string[]) => Promise<CommandLineResult>;

beforeEach(async () => {
  demo = await startDemoService({ proxyCount: 60 });
  onTestFinished(() => demo.close());
  ({ dataDir } = await makeSyncedFolder(demo));
  const env = serviceEnv(demo);
  run = (...argv) => runCommandLine(['--data-dir', dataDir, ...argv], { env });
  const users = demo.account.proxyUsers.slice(0, demo.account.proxyUsers.count());
  const everywhere = users.find((one) => one['proxy_user_access_type'] === 'all');
  user = String(everywhere?.['proxy_user_id']);
});

test('a template on the command line and a saved one give the same export', async () => {
  const text = '{index|pad:3} {protocol} {hostless}';
  const wrong = await run('export', '--user', user, '--template', text);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('at character 27: Unknown field "hostless"');
  const refused = await run('template', 'save', 'numbered', text);
  expect(refused.code).toBe(2);
  expect((await run('--json', 'template', 'list')).json()).toEqual([]);

  const good = '{index|pad:3} {host} {country} {url|sh}';
  expect((await run('template', 'save', 'numbered', good)).code).toBe(0);
  expect((await run('--json', 'template', 'list')).json()).toEqual([{ name: 'numbered', text: good }]);
  const given = await run('export', '--user', user, '--template', good);
  expect(given.code).toBe(0);
  expect(given.stdout).toMatch(/^001 [\d.]+ [A-Z]{2} 'http:/);
  const named = await run('export', '--user', user, '--template-name', 'NUMBERED');
  expect(named.stdout).toBe(given.stdout);

  const both = await run('export', '--user', user, '--template', good, '--format', 'http');
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('Use only one of')]);
  expect((await run('template', 'remove', 'numbered')).code).toBe(0);
  const gone = await run('export', '--user', user, '--template-name', 'numbered');
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('No templates are saved')]);
  expect((await run('template', 'fields')).stdout).toContain('|pad');
  expect((await run('template', 'shout')).code).toBe(2);
});

test('the options of an export are parsed, and those that make several files need --output', async () => {
  const folder = makeTemporaryFolder();
  const json = await run(
    '--json',
    'export',
    ...['--user', user, '--shuffle', 'seed', '--per-country', '1', '--distinct'],
  );
  const { lines, skipped } = json.json() as { lines: string[]; skipped: { reason: string }[] };
  expect(lines.length).toBeGreaterThan(3);
  expect(skipped.map(({ reason }) => reason)).toContain('enough-of-country');

  const order = ['--sort', 'city_name:desc,proxy_ip_address'];
  const listed = (await run('--json', 'proxies', ...order)).json() as { proxy_id: string }[];
  const byId = ['--template', '{proxy_id}', '--credentials', 'default'];
  const sorted = await run('export', ...byId, ...order);
  expect(sorted.stdout.trim().split('\n')).toEqual(listed.map(({ proxy_id }) => proxy_id));
  // The first of each country in this order.
  const perCountry = await run(
    'export',
    ...['--template', '{country} {proxy_id}', '--credentials', 'default'],
    ...['--sort', 'proxy_ip_address:desc', '--per-country', '1'],
  );
  const highest = new Map<string, string>();
  const all = (await run('--json', 'proxies', '--sort', 'proxy_ip_address:desc')).json() as {
    proxy_id: string;
    country_id: string;
    proxy_ip_address: string | null;
  }[];
  for (const { country_id, proxy_id, proxy_ip_address } of all) {
    if (proxy_ip_address !== null && !highest.has(country_id)) highest.set(country_id, proxy_id);
  }
  expect(perCountry.stdout.trim().split('\n')).toEqual([...highest].map(([country, id]) => `${country} ${id}`));
  const twoOrders = await run('export', ...byId, ...order, '--shuffle', 'seed');
  expect([twoOrders.code, twoOrders.stderr]).toEqual([2, expect.stringContaining('--sort or --shuffle')]);

  const template = ['--template', '{label}{index}'];
  const labelled = await run('export', '--user', user, ...template, '--labels', 'a, b');
  expect(labelled.stdout.split('\n').slice(0, 3)).toEqual(['a1', 'b2', 'a3']);

  const split = await run('export', '--user', user, '--per-file', '25');
  expect([split.code, split.stderr]).toEqual([2, expect.stringContaining('Save it instead')]);
  const output = join(folder, 'list.txt');
  const saved = await run('export', '--user', user, '--per-file', '25', '--output', output);
  expect(saved.code).toBe(0);
  expect(saved.stderr).toContain('to 3 files, list-001.txt to list-003.txt');
  expect(readdirSync(folder)).toHaveLength(3);
});

test("export without a user takes each proxy's default user, if asked to", async () => {
  const refused = await run('export');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('needs --user ID')]);
  const own = await run('export', '--credentials', 'default', '--format', 'user:pass@host:port');
  expect(own.code).toBe(0);
  expect(own.stdout).toMatch(/^harbor8234:[^@]+@[\d.]+:\d+$/m);
});

test('a rule of the gateway is exported in any format, as one entry with its token', async () => {
  const accounts = join(dataDir, 'accounts');
  const [file = ''] = readdirSync(accounts).filter((name) => name.endsWith('.sqlite'));
  const store = openStore({ file: join(accounts, file) });
  putRule(store, { ...defaultRule, name: 'scraper', port: 24_017 });
  store.close();
  const lines = await run('export', '--gateway', 'scraper', '--format', 'http');
  expect([lines.code, lines.stderr]).toEqual([0, expect.stringContaining('1 written')]);
  expect(lines.stdout).toMatch(/^http:\/\/scraper:[\w-]{24}@127\.0\.0\.1:24017\n$/);
  const again = await run('export', '--gateway', 'SCRAPER', '--format', 'http');
  expect(again.stdout).toBe(lines.stdout);
  const ipv6 = await run('export', '--gateway', 'scraper', '--template', '{host} {port}', '--ip', '6');
  expect(ipv6.stdout).toMatch(/^\[?::1\]? 24017\n$/);
  const saved = await run('export', '--gateway', 'scraper', '--save-preset', 'local');
  expect(saved.code).toBe(0);
  expect((await run('export', '--preset', 'local')).stdout).toBe(saved.stdout);

  for (const [more, code, message] of [
    [['--user', user, '--distinct'], 2, 'Remove --user, --distinct.'],
    [['--confirm'], 2, 'The service does not know the gateway'],
  ] as const) {
    const refused = await run('export', '--gateway', 'scraper', ...more);
    expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(message)]);
  }
  const unknown = await run('export', '--gateway', 'other');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('are: scraper.')]);
});

test.each([
  [['--sharing', 'evenly'], '--sharing takes spread or file-each'],
  [['--credentials', 'mine'], '--credentials takes user or default or none'],
  [['--alive-within', 'a day'], '--alive-within takes a number of at least 0.001'],
  [['--alive-within', '0'], '--alive-within takes a number of at least 0.001'],
  [['--alive-within', '99999'], 'at most 87,600'],
  [['--per-country', '0'], 'at least 1'],
  [['--per-country', '5000000', '--save-preset', 'many'], 'at most 1,000,000'],
  [['--per-file', '-1'], 'whole number'],
  [['--labels', 'a,,b'], '--labels takes'],
  [['--labels', 'a,b'], 'does not support labels'],
])('export %j is refused', async (options, message) => {
  const refused = await run('export', '--user', user, ...options);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('a preset gets a local address with a token of its own', async () => {
  expect((await run('export', '--user', user, '--format', 'http', '--save-preset', 'Served list')).code).toBe(0);
  const none = await run('preset', 'address', 'served list');
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('has no local address')]);
  const on = await run('preset', 'serve', 'served list', 'on');
  expect(on.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/lists\/Served%20list\?token=[\w-]{24}\n$/);
  expect((await run('preset', 'address', 'Served list')).stdout).toBe(on.stdout);
  expect((await run('preset', 'list')).stdout).toContain('served');
  const renewed = await run('--json', 'preset', 'new-token', 'Served list');
  expect(renewed.json()).toMatchObject({ served: 'Served list' });
  expect(renewed.stdout).not.toContain(on.stdout.trim());
  expect((await run('preset', 'serve', 'Served list', 'off')).code).toBe(0);
  expect((await run('preset', 'new-token', 'Served list')).code).toBe(2);
  const output = join(makeTemporaryFolder(), 'list.txt');
  await run('export', '--user', user, '--per-file', '5', '--save-preset', 'Several', '--output', output);
  const several = await run('preset', 'serve', 'Several', 'on');
  expect([several.code, several.stderr]).toEqual([2, expect.stringContaining('several files')]);
  for (const name of ['Served list', 'Several']) await run('preset', 'remove', name);
});

test('a preset is saved, used by its name, and its file is written after every sync', async () => {
  const folder = makeTemporaryFolder();
  const file = join(folder, 'list.txt');
  const saved = await run(
    'export',
    ...['--user', user, '--format', 'http', '--where', 'online:yes', '--per-country', '2'],
    ...['--save-preset', 'Mine', '--output', file, '--refresh-after-sync'],
  );
  expect([saved.code, saved.stderr]).toEqual([0, expect.stringContaining('to list.txt')]);
  const first = readFileSync(file, 'utf8');
  expect((await run('--json', 'preset', 'list')).json()).toMatchObject([
    { name: 'Mine', path: file, file: { isRefreshed: true, problem: null } },
  ]);

  rmSync(file);
  const synced = await run('--json', 'sync');
  const lineCount = first.split('\n').length - 1;
  expect(synced.json()).toMatchObject({
    presets: [{ name: 'Mine', file: 'list.txt', written: lineCount, problem: null }],
  });
  expect(readFileSync(file, 'utf8')).toBe(first);

  rmSync(folder, { recursive: true });
  const failed = await run('sync');
  expect([failed.code, failed.stderr]).toEqual([5, expect.stringContaining('preset Mine: This')]);
  expect((await run('preset', 'list')).stdout).toContain('This folder does not exist');

  const other = join(makeTemporaryFolder(), 'other.txt');
  expect((await run('export', '--preset', 'mine', '--output', other)).code).toBe(0);
  expect(readFileSync(other, 'utf8')).toBe(first);
  expect((await run('preset', 'refresh', 'mine', 'off')).code).toBe(0);
  rmSync(other);
  expect((await run('--json', 'preset', 'list')).json()).toMatchObject([{ file: { isRefreshed: false } }]);
  expect((await run('export', '--preset', 'mine')).code).toBe(0);
  expect(readFileSync(other, 'utf8')).toBe(first);

  const mixed = await run('export', '--preset', 'mine', '--format', 'csv');
  expect([mixed.code, mixed.stderr]).toEqual([2, expect.stringContaining('contains all choices')]);
  expect((await run('preset', 'remove', 'mine')).code).toBe(0);
  const gone = await run('export', '--preset', 'mine');
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('No presets are saved')]);
});

test('a preset of an export that cannot be made is not saved', async () => {
  const saving = ['--save-preset', 'Wrong', '--user', user];
  for (const wrong of [
    ['--user', 'nobody'],
    ['--labels', 'a'],
    ['--per-file', '5'],
  ]) {
    expect((await run('export', ...saving, ...wrong)).code).not.toBe(0);
  }
  expect((await run('--json', 'preset', 'list')).json()).toEqual([]);
});

test('an export is confirmed by the service, and still written if the service is unreachable', async () => {
  const confirmed = await run('--json', 'export', '--user', user, '--confirm');
  expect(confirmed.code).toBe(0);
  expect(confirmed.json()).toMatchObject({ confirmation: { askedCount: 60, differences: [] } });
  await demo.close();
  const file = join(makeTemporaryFolder(), 'list.txt');
  const away = await run('export', '--user', user, '--confirm', '--output', file);
  expect([away.code, away.stderr]).toEqual([4, expect.stringContaining('Not confirmed: ')]);
  expect(away.stderr).toContain('written to list.txt');
  expect(readFileSync(file, 'utf8')).not.toBe('');
});

test('JSON holds every line of an export, also more than a function takes arguments', async () => {
  const proxyCount = rounds({ few: 60, many: 140_000 });
  const large = await startDemoService({ proxyCount });
  onTestFinished(() => large.close());
  const env = serviceEnv(large);
  const { dataDir: folder } = await makeSyncedFolder(large);
  const runLarge = (...argv: string[]) => runCommandLine(['--data-dir', folder, '--json', ...argv], { env });
  const exported = (await runLarge('export', '--user', user)).json() as { lines: string[] };
  expect(exported.lines.length).toBeGreaterThan(proxyCount * 0.9);
  expect(exported).toMatchObject({ written: exported.lines.length });
}, 600_000);
