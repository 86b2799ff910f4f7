import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { changeDatabase } from '../../support/change-database.ts';
import { serviceEnv } from '../../support/env.ts';
import { startDemoService, type DemoService } from '../../support/demo-service.ts';
import { isJsonObject, type JsonObject } from '../../../src/shared/json.ts';
import { runCommandLine, type CommandLineResult } from '../../support/run-command-line.ts';
import { makeSyncedFolder } from '../../support/synced-folder.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

let demo: DemoService;
let dataDir: string;
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  dataDir = makeTemporaryFolder();
  demo = await startDemoService({ proxyCount: 250 });
  onTestFinished(() => demo.close());
  env = serviceEnv(demo);
});

const run = (...argv: string[]): Promise<CommandLineResult> =>
  runCommandLine(['--data-dir', dataDir, ...argv], { env });

/** Continues with a cache as a first sync leaves it. */
async function useSyncedFolder(): Promise<void> {
  ({ dataDir } = await makeSyncedFolder(demo));
}

function rowsOf(result: CommandLineResult): JsonObject[] {
  const rows = result.json();
  if (!Array.isArray(rows)) throw new Error('The document is not an array.');
  return rows.filter(isJsonObject);
}

test('sync prints its one document and nothing else on standard output', async () => {
  const synced = await run('--json', 'sync');
  expect(synced.stderr).toBe('');
  expect(synced.code).toBe(0);
  expect(synced.json()).toMatchObject({
    complete: true,
    resources: {
      services: { added: expect.any(Number) as number, changed: 0, removed: 0 },
      proxies: { total: 250, added: 250, changed: 0, removed: 0 },
      proxy_users: { changed: 0, removed: 0 },
    },
    requests: expect.any(Number) as number,
    duration_ms: expect.any(Number) as number,
  });
  const again = await run('sync', '--json');
  expect(again.json()).toMatchObject({
    complete: true,
    resources: { proxies: { total: 250, added: 0, changed: 0, removed: 0 } },
  });
});

test('a full sync corrects hosts that somebody changed in the file', async () => {
  const synced = await makeSyncedFolder(demo);
  ({ dataDir } = synced);
  changeDatabase(synced.databaseFile, "UPDATE proxy SET proxy_ip_address = 'planted.example', ipv4 = NULL");
  const full = await run('--json', 'sync', '--full');
  expect(full.json()).toMatchObject({ complete: true, resources: { proxies: { changed: 0 } } });
  expect((await run('--json', 'proxies')).stdout).not.toContain('planted.example');
});

test('a list reports its age, or that it was never synced', async () => {
  const never = await run('proxies');
  expect(never).toMatchObject({ code: 0, stdout: '' });
  expect(never.stderr).toContain('The proxies have not been synced yet');
  await useSyncedFolder();
  for (const argv of [['services'], ['proxies', '--count'], ['--json', 'users'], ['ledger']]) {
    const { stderr } = await run(...argv);
    expect(stderr).toMatch(/^From the cache, received \d{4}-\d\d-\d\dT.*Z\. Fetch it again with: proxydeck sync\n$/);
  }
});

test('passwords are printed only with --secrets', async () => {
  await useSyncedFolder();
  for (const command of ['proxies', 'users']) {
    const plain = await run('--json', command);
    expect(plain.stdout).not.toContain('_password"');
    const open = await run('--json', command, '--secrets');
    expect(open.stdout).toContain('_password"');
  }
});

test('a filter, an order and a window are applied together', async () => {
  await useSyncedFolder();
  const order = ['--where', 'online:yes', '--sort', 'proxy_http_port:desc'];
  const all = rowsOf(await run('--json', 'proxies', ...order));
  const part = rowsOf(await run('--json', 'proxies', ...order, '--offset', '3', '--limit', '4'));
  expect(all.length).toBeGreaterThan(10);
  expect(all.every((row) => row['proxy_is_online'] === true)).toBe(true);
  const ports = all.map((row) => Number(row['proxy_http_port']));
  expect(ports).toEqual(ports.toSorted((left, right) => right - left));
  expect(part).toEqual(all.slice(3, 7));
});

test('a test runs on the named tester servers, or on all of them', async () => {
  await useSyncedFolder();
  const test = ['test', '--url', 'https://example.com/', '--limit', '1'];
  expect((await run(...test)).code).toBe(0);
  await run(...test, '--server', 'one', '--server', 'two');
  const bodies = demo.requests.filter(({ path }) => path.endsWith('/proxy_test_run/create'));
  expect(bodies.map(({ body }) => body?.['proxy_tester_server_id'])).toEqual([undefined, ['one', 'two']]);
});

test('show prints one record, or reports that it is not cached', async () => {
  await useSyncedFolder();
  const [service] = rowsOf(await run('--json', 'services', '--limit', '1'));
  const shown = await run('--json', 'show', 'service', String(service?.['service_id']));
  expect(shown.json()).toEqual(service);
  expect((await run('show', 'proxy', 'nobody')).code).toBe(1);
});

test.each([
  [[], 2],
  [['nonsense'], 2],
  [['proxies', '--where', 'contry:US'], 2],
  [['proxies', '--sort', 'nothing'], 2],
  [['proxies', '--limit', 'x'], 2],
  [['list', 'moons'], 2],
  // An overview before the first sync.
  [['overview'], 0],
  [['export'], 2],
  [['export', '--user', 'nobody'], 1],
  [['export', '--user', 'x', '--format', 'nonsense'], 2],
  [['test'], 2],
  [['demo', '--proxies', '0'], 2],
  [['account', 'use', 'nobody'], 2],
])('%j ends with exit code %i', async (argv, code) => {
  const result = await run(...argv);
  expect(result.code).toBe(code);
  expect(result.stdout + result.stderr).not.toBe('');
});

test('the help of one command has only its options, and can be requested in four ways', async () => {
  const help = await run('sync', '--help');
  expect(help.code).toBe(0);
  expect(help.stdout).toContain('sync [--only RESOURCE...]');
  expect(help.stdout).not.toContain('account add');
  for (const argv of [
    ['help', 'sync'],
    ['sync', '-h'],
    ['-h', 'sync'],
  ]) {
    expect(await run(...argv)).toMatchObject({ code: 0, stdout: help.stdout });
  }
  expect(await run('help', 'nonsense')).toMatchObject({ code: 2, stdout: '' });
});

test('an unknown option is rejected with the options of the command', async () => {
  const { code, stderr } = await run('sync', '--acount', 'x');
  expect(code).toBe(2);
  expect(stderr).toContain('Unknown option --acount. The options are: --data-dir --account');
  expect(stderr).toContain('--accept-empty --full --only --wait.');
  expect(stderr).not.toContain('--base-url');
});

test('a failed sync prints the message of the service without escape sequences', async () => {
  const refusing = await startDemoService({
    proxyCount: 1,
    faults: () => ({ status: 400, body: '{"message":"Not \\u001b[31mnow\\u0007.","api_request_id":"req-7"}' }),
  });
  onTestFinished(() => refusing.close());
  env['PROXYDECK_BASE_URL'] = refusing.baseUrl;
  const { code, stderr } = await run('sync');
  expect(code).toBe(1);
  expect(stderr).toContain('The service says: Not  [31mnow . (Request ID for its support: req-7)');
});

test('rejected keys end with 3, an unreachable service with 4; cached data is unchanged', async () => {
  await useSyncedFolder();
  env['PROXYDECK_PUBLIC_KEY'] = 'wrong';
  const refused = await run('--json', 'sync');
  expect(refused.code).toBe(3);
  expect(refused.json()).toMatchObject({ complete: false, problem: { code: 'keys-refused' } });
  await demo.close();
  expect((await run('sync')).code).toBe(4);
  expect((await run('proxies', '--count')).stdout).toBe('250\n');
});

test('a base URL with a wrong path ends with 4, and the message names the base URL', async () => {
  env['PROXYDECK_BASE_URL'] = `${demo.baseUrl}/elsewhere`;
  const { code, stderr } = await run('sync');
  expect(code).toBe(4);
  expect(stderr).toContain('Check the base URL');
});

test.runIf(process.platform === 'linux')('a data folder that cannot be created ends the command', async () => {
  const { code, stderr } = await runCommandLine(['--data-dir', '/proc/x', 'account', 'list']);
  expect(code).toBe(1);
  expect(stderr).toContain('The data folder cannot be written to.');
});

test('an option of a command may come before the command', async () => {
  await useSyncedFolder();
  expect((await run('--where', 'country:US', 'proxies', '--count')).stdout).toMatch(/^\d+\n$/);
  expect((await run('--where', 'services', 'proxies', '--count')).stdout).toBe('0\n');
});

test('a base URL without keys in the environment is rejected', async () => {
  delete env['PROXYDECK_PRIVATE_KEY'];
  const result = await run('sync');
  expect(result.code).toBe(3);
  expect(result.stderr).toContain('Set all three or none');
});

test('keys of the environment are trimmed and checked', async () => {
  env['PROXYDECK_PRIVATE_KEY'] = `${demo.privateKey}\r\n`;
  expect((await run('account', 'check')).code).toBe(0);
  env['PROXYDECK_PUBLIC_KEY'] = 'two words';
  const refused = await run('sync');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('The public key contains an invalid character.');
});

test('formats lists what each format supports, without an account', async () => {
  const listed = await runCommandLine(['--data-dir', dataDir, 'formats']);
  expect(listed.code).toBe(0);
  expect(listed.stdout).toMatch(/^http +http:\/\/ URL +URLs +\.txt +text\/plain +http, credentials, IPv6/m);
  // One entry for the anti-detect browsers, whose names are below.
  expect(listed.stdout.match(/Anti-detect browser /g)).toHaveLength(1);
  expect(listed.stdout).toMatch(/^BROWSER: gologin, adspower, dolphin, multilogin, incogniton$/m);
  const rows = rowsOf(await runCommandLine(['--data-dir', dataDir, '--json', 'formats']));
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['gologin', 'incogniton']));
  expect(rows.find(({ name }) => name === 'proxychains')).toMatchObject({
    protocols: ['http', 'socks5'],
    credentials: true,
    socks5_credentials: true,
    ipv6: true,
    forbidden: 'white space or a control character; a character beyond ASCII with HTTP',
    max_proxies: 512,
    mime_type: 'text/plain',
  });
  expect(rows.find(({ name }) => name === 'playwright')).toMatchObject({
    protocols: ['http'],
    socks5_credentials: false,
  });
});

test.each([
  [['list', 'proxies', '--since', '3'], 'are for changes'],
  [['list', 'changes', '--online'], 'The service has no'],
  [['show', 'customer', '--csv'], '--csv is not an option of show customer'],
  [['show', 'costs', 'x'], 'Unexpected argument: "x"'],
  [['show', 'customer', 'x'], 'Unexpected argument: "x"'],
  [['show', 'customer', '--group-by', 'os'], '--group-by is for availability.'],
])('%j is refused with the reason', async (argv, reason) => {
  const { code, stderr } = await run(...argv);
  expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
});
