import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { serviceEnv } from '../../support/env.ts';
import { startDemoService, type DemoService, type FaultHook } from '../../support/demo-service.ts';
import { syncResources } from '../../../src/shared/sync.ts';
import { runCommandLine, type CommandLineResult } from '../../support/run-command-line.ts';
import { makeSyncedFolder } from '../../support/synced-folder.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { unreachedOperations } from '../../support/unreached-operations.ts';

let demo: DemoService;
let dataDir: string;
let fault: FaultHook | undefined;

beforeEach(async () => {
  dataDir = makeTemporaryFolder();
  fault = undefined;
  demo = await startDemoService({ proxyCount: 40, faults: (request) => fault?.(request) });
  onTestFinished(() => demo.close());
});

const run = (...argv: string[]): Promise<CommandLineResult> =>
  runCommandLine(['--data-dir', dataDir, '--json', ...argv], { env: serviceEnv(demo) });
const runForPeople = (...argv: string[]): Promise<CommandLineResult> =>
  runCommandLine(['--data-dir', dataDir, ...argv], { env: serviceEnv(demo) });

/** Continues with a cache as a first sync leaves it. */
async function useSyncedFolder(): Promise<void> {
  ({ dataDir } = await makeSyncedFolder(demo));
}

test('--online fetches from the service and updates the cache', async () => {
  const { account } = demo;
  await useSyncedFolder();
  const [entry] = account.residentialLedger.slice(2, 1);
  account.residentialLedger.remove(String(entry?.['residential_ledger_id']));
  const [service] = account.services.slice(0, 1);
  account.services.update(String(service?.['service_id']), { service_status: 'overdue' });
  const commandLines: [string[], unknown][] = [
    [['customer'], account.customer()],
    [['summary', 'residential'], account.summary('residential')],
    [['ledger'], account.residentialLedger.slice(0, 1000)],
    [['show', 'service', String(service?.['service_id'])], { service_status: 'overdue' }],
  ];
  for (const [argv, expected] of commandLines) {
    expect((await run(...argv)).json(), argv.join(' ')).not.toMatchObject(expected as object);
    const online = await run(...argv, '--online');
    expect(online.code, online.stderr).toBe(0);
    expect(online.json()).toMatchObject(expected as object);
    expect(online.stderr).toBe('');
    expect((await run(...argv)).json()).toMatchObject(expected as object);
  }
});

test('a record that is not cached is fetched once', async () => {
  const [proxy] = demo.account.proxies.slice(0, 1);
  const [mobile] = demo.account.mobileLedger.slice(0, 1);
  const commandLines = [
    ['customer'],
    ['summary', 'mobile'],
    ['catalog'],
    ['availability', '--group-by', 'os,country'],
    ['ledger'],
    ['summary', 'residential'],
    ['show', 'city', String(proxy?.['city_id'])],
    ['show', 'asn', String(proxy?.['asn_id'])],
    ['show', 'country', String(proxy?.['country_id'])],
    ['show', 'subdivision', String(proxy?.['subdivision_id'])],
    ['show', 'mobile-ledger', String(mobile?.['mobile_ledger_id'])],
    ['show', 'adjustment', '70001'],
  ];
  const asked: string[] = [];
  for (const argv of commandLines) {
    const result = await run(...argv);
    expect(result.code, result.stderr).toBe(0);
    asked.push(result.stdout);
  }
  expect(demo.requests).toHaveLength(commandLines.length);
  await demo.close();
  for (const [index, argv] of commandLines.entries()) {
    const cached = await run(...argv);
    expect(cached.stdout, argv.join(' ')).toBe(asked[index]);
    expect(cached.stderr).toMatch(/^From the cache, received \d{4}-\d\d-\d\dT/);
  }
});

test('sync --only fetches parts, named in any of three ways', async () => {
  const first = await run('sync', '--only', 'customer,residential-ledger', 'summaries');
  expect(first.code, first.stderr).toBe(0);
  expect(Object.keys((first.json() as { resources: object }).resources)).toEqual([
    'residential_ledger',
    'summaries',
    'customer',
  ]);
  expect(demo.requests.map(({ path }) => path.split('/')[3])).toEqual([
    'residential_ledger',
    'residential',
    'mobile',
    'customer',
  ]);
  expect((await run('proxies', '--count')).json()).toEqual({ count: 0 });
  const second = await run('sync', '--only', 'proxies', '--only', 'catalog');
  expect(second.json()).toMatchObject({ resources: { proxies: { added: 40 }, catalog: {} } });
  const wrong = await run('sync', '--only', 'planets');
  expect(wrong.code).toBe(2);
  for (const resource of syncResources) expect(wrong.stderr).toContain(resource);
});

test('a resource that the service does not have is reported and harmless; one that fails ends with 5', async () => {
  fault = ({ path }) => (path.endsWith('/mobile/summary') ? { status: 404, body: '{}' } : undefined);
  const unknown = await runForPeople('sync');
  expect(unknown.code).toBe(0);
  expect(unknown.stderr).toContain('Usage summaries: 1 of 2 summaries could not be fetched.');
  expect(unknown.stdout).toMatch(/Usage summaries: 1 cached .*incomplete/);
  fault = ({ path }) => (path.endsWith('/catalog') ? { status: 403, body: '{}' } : undefined);
  const failed = await run('sync');
  expect(failed.code).toBe(5);
  expect(failed.json()).toMatchObject({
    complete: true,
    problem: null,
    resources: { catalog: { complete: false, problem: { code: 'keys-refused', status: 403 } } },
  });
  expect((await run('sync', '--only', 'catalog')).code).toBe(3);
});

/** A process that holds the lock of a sync. */
async function holdLock(): Promise<ChildProcess> {
  const folder = join(dataDir, 'accounts');
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
  const holder = fork(join(import.meta.dirname, '../../support/hold-lock.ts'), [join(folder, `${file}.sync-lock`)]);
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder, 'message');
  return holder;
}

test('with --wait a sync follows one of another process, also if that is killed', async () => {
  await useSyncedFolder();
  const holder = await holdLock();
  const followed = await runCommandLine(['--data-dir', dataDir, 'sync', '--wait'], {
    env: serviceEnv(demo),
    onMessage: (text) => {
      if (text.includes('Waiting for it to finish')) holder.kill('SIGKILL');
    },
  });
  expect(followed).toMatchObject({ code: 0, stdout: expect.stringContaining('Proxies:') as string });
});

test('a sync next to one of another process ends with 1 and says why', async () => {
  await useSyncedFolder();
  await holdLock();
  const before = demo.requests.length;
  const second = await run('sync');
  expect(second.code).toBe(1);
  expect(second.stderr).toContain('Another Proxydeck is syncing this account right now');
  expect(second.json()).toMatchObject({ error: { code: 'busy' } });
  expect(demo.requests).toHaveLength(before);
});

test('access shows where the cached data differs, and ends with 5', async () => {
  await useSyncedFolder();
  const { proxies, proxyUsers } = demo.account;
  const ids = proxies.slice(0, 2).map((row) => String(row['proxy_id']));
  expect((await run('access', '--where', 'type:isp')).code).toBe(0);
  const user = proxyUsers
    .slice(0, 100)
    .find((row) => row['proxy_user_access_type'] === 'all' && row['proxy_user_is_deleted'] !== true);
  const userId = String(user?.['proxy_user_id']);
  proxyUsers.update(userId, { proxy_user_access_type: 'proxy_restricted', restricted_proxy_ids: [] });
  const differing = await run('access', '--proxy', ...ids);
  expect(differing.code).toBe(5);
  expect(differing.json()).toContainEqual({
    proxy_user_id: userId,
    has_access: false,
    has_access_offline: true,
    differs: true,
  });
  const shown = await runForPeople('access', '--proxy', ...ids);
  expect(shown.stdout).toMatch(new RegExp(`^${userId}\\s+no\\s+yes\\s+differs$`, 'm'));
  expect(shown.stderr).toContain('differs for 1 of');
  expect((await run('access', '--where', 'country:XX')).code).toBe(1);
});

test('an edit that the service does not list is reported, and ends with 5', async () => {
  await useSyncedFolder();
  const id = String(demo.account.services.slice(0, 1)[0]?.['service_id']);
  fault = ({ method }) => (method === 'PATCH' ? { status: 200, body: '{"edited":[],"message":""}' } : undefined);
  const edited = await runForPeople('service', 'edit', id, '--automatic-collection', 'off');
  expect([edited.code, edited.stdout]).toEqual([5, '']);
  expect(edited.stderr).toContain('as edited');
});

test('a test result that does not tell its outcome is unknown, not failed', async () => {
  await useSyncedFolder();
  const body = '{"data":{"t":{"results":[{"proxy_test_result_url":"https://example.com/"}]}}}';
  fault = ({ path }) => (path.includes('proxy_test_run') ? { status: 200, body } : undefined);
  const tested = await runForPeople('--url', 'https://example.com/', 'test', '--limit', '1');
  expect(tested.stdout).toMatch(/https:\/\/example\.com\/ +unknown/);
});

test('all 22 operations can be reached from the command line', async () => {
  const { account } = demo;
  const idOf = (table: typeof account.proxies, field = table.idField): string => String(table.slice(0, 1)[0]?.[field]);
  const proxyId = idOf(account.proxies);
  const commandLines = [
    ['sync'],
    ['show', 'service', idOf(account.services), '--online'],
    ['show', 'proxy', proxyId, '--online'],
    ['show', 'user', idOf(account.proxyUsers), '--online'],
    ['show', 'ledger', idOf(account.residentialLedger), '--online'],
    ['show', 'mobile-ledger', idOf(account.mobileLedger)],
    ...['city', 'asn', 'country', 'subdivision'].map((noun) => ['show', noun, idOf(account.proxies, `${noun}_id`)]),
    ['availability'],
    ['access', '--proxy', proxyId],
    ['service', 'edit', idOf(account.services), '--payment-method', 'pm_1'],
    ['test', '--url', 'https://example.com/', '--limit', '1'],
  ];
  for (const argv of commandLines) {
    const { code, stderr } = await run(...argv);
    expect(code, `${argv.join(' ')}: ${stderr}`).toBe(0);
  }
  expect(unreachedOperations(demo)).toEqual([]);
});
