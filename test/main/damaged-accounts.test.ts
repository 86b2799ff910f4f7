/** Damage that nobody sees when a copy is opened, and that turns up while it is used. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/main/app.ts';
import { changeDatabase } from '../support/change-database.ts';
import { serviceEnv } from '../support/env.ts';
import { startDemoService, type DemoService } from '../support/demo-service.ts';
import { asFailure, type Failure } from '../../src/shared/failure.ts';
import { damageLargeFile } from './store/sqlite/damages.ts';
import { askHandlers } from '../support/ask-handlers.ts';
import { runCommandLine, type CommandLineResult } from '../support/run-command-line.ts';
import { makeSyncedFolder } from '../support/synced-folder.ts';
import { accountAt, startApp } from '../support/start-app.ts';

const proxyCount = 300;

let demo: DemoService;

beforeAll(async () => {
  demo = await startDemoService({ proxyCount });
  return () => demo.close();
});

function open(dataDir: string): { app: App; accountId: string } {
  const app = startApp(dataDir, { environment: accountAt(demo) });
  return { app, accountId: app.accounts.named(undefined).id };
}

const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

async function failureOf(work: unknown): Promise<Failure | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return asFailure(error);
  }
}

/** Does what the button of the message does; returns the app that starts. */
async function restart(app: App, accountId: string, dataDir: string): Promise<App> {
  await app.handlers['accounts:restart']({ accountId });
  await app.close();
  return open(dataDir).app;
}

test('the window learns of damage at its next request; after a restart the cache is moved aside and filled again', async () => {
  const { dataDir, databaseFile: file } = await makeSyncedFolder(demo);
  damageLargeFile(file);
  const damaged = digest(file);
  const { app, accountId } = open(dataDir);
  expect(await app.handlers['accounts:set-aside']({ accountId })).toEqual([]);
  const window = { accountId, where: '', sort: [], offset: 0, limit: 5000 };
  const [first, second] = await Promise.all([
    failureOf(askHandlers(app, 'list:rows', { list: 'proxies', ...window })),
    failureOf(askHandlers(app, 'list:count', { list: 'proxies', accountId, where: 'country:*' })),
  ]);
  expect(first?.code).toBe('database-damaged');
  expect(first?.message).toContain('Nothing was removed.');
  expect([undefined, 'database-damaged']).toContain(second?.code);
  // Until then nothing is touched.
  expect(await app.handlers['accounts:set-aside']({ accountId })).toEqual([]);
  expect(digest(file)).toBe(damaged);
  const next = await restart(app, accountId, dataDir);
  const setAside = await next.handlers['accounts:set-aside']({ accountId });
  expect(setAside).toEqual([expect.stringMatching(/\.sqlite\.damaged-/)]);
  expect(digest(join(dataDir, 'accounts', setAside[0] ?? ''))).toBe(damaged);
  await next.handlers['sync:run']({ accountId });
  expect(await askHandlers(next, 'list:rows', { list: 'proxies', ...window })).toHaveLength(proxyCount);
});

test.each(['table', 'index'] as const)(
  'a sync reports a damaged %s, and fills a new cache after a restart',
  async (part) => {
    const { dataDir, databaseFile: file } = await makeSyncedFolder(demo);
    damageLargeFile(file, part);
    const { app, accountId } = open(dataDir);
    const met = await app.sync(app.session(accountId), {}).then(
      ({ resources }) => resources.proxies.problem?.code,
      (error: unknown) => asFailure(error).code,
    );
    expect(met).toBe('database-damaged');
    await app.close();
    const next = open(dataDir).app;
    const outcome = await next.sync(next.session(accountId), {});
    expect(outcome).toMatchObject({ complete: true, resources: { proxies: { added: proxyCount } } });
    expect(await next.handlers['accounts:set-aside']({ accountId })).toHaveLength(1);
  },
);

test('a damaged value affects nothing else: the sync after a restart writes it again', async () => {
  const { dataDir, databaseFile: file } = await makeSyncedFolder(demo);
  for (const table of ['credential', 'proxy_user', 'cached_record']) {
    changeDatabase(file, `UPDATE ${table} SET secrets = zeroblob(length(secrets)) WHERE secrets IS NOT NULL`);
  }
  const { app, accountId } = open(dataDir);
  await app.session(accountId).unlock();
  const [user = {}] = demo.account.proxyUsers.slice(0, 1);
  const asked = { accountId, id: String(user['proxy_user_id']) };
  const failure = await failureOf(app.handlers['passwords:reveal'](asked));
  expect(failure).toMatchObject({ code: 'database-damaged' });
  const next = await restart(app, accountId, dataDir);
  expect(await askHandlers(next, 'list:count', { list: 'proxies', accountId, where: '' })).toBe(proxyCount);
  await next.handlers['sync:run']({ accountId });
  expect(await next.handlers['passwords:reveal'](asked)).toBe(user['proxy_user_password']);
  const everything = { where: { terms: [] }, sort: [], offset: 0, limit: 5000 };
  const { store } = next.session(accountId);
  expect([...store.proxies.records(everything, { secrets: true })]).toEqual(demo.account.proxies.slice(0, proxyCount));
  expect(await next.handlers['accounts:set-aside']({ accountId })).toEqual([]);
});

test('a cached text that is no longer JSON counts as damage', async () => {
  const { dataDir, databaseFile: file } = await makeSyncedFolder(demo);
  changeDatabase(file, `UPDATE proxy SET rest = '['`);
  const { app, accountId } = open(dataDir);
  const [proxy = {}] = demo.account.proxies.slice(0, 1);
  const asked = { accountId, id: String(proxy['proxy_id']) };
  const failure = await failureOf(askHandlers(app, 'list:get', { list: 'proxies', ...asked }));
  expect(failure?.code).toBe('database-damaged');
  const next = await restart(app, accountId, dataDir);
  await next.handlers['sync:run']({ accountId });
  expect(await failureOf(askHandlers(next, 'list:get', { list: 'proxies', ...asked }))).toBeUndefined();
});

test('the command line reports damage, and its next command moves the cache aside and begins a new one', async () => {
  const { dataDir, databaseFile: file } = await makeSyncedFolder(demo);
  const run = (...words: string[]): Promise<CommandLineResult> =>
    runCommandLine(['--data-dir', dataDir, ...words], { env: serviceEnv(demo) });
  const setAside = (): string[] => readdirSync(join(dataDir, 'accounts')).filter((name) => /\.damaged-.*Z$/.test(name));
  damageLargeFile(file);
  const reading = await run('proxies', '--limit', '2000');
  expect(reading.code).toBe(1);
  expect(reading.stderr).toContain('At its next start, Proxydeck checks the files');
  expect(setAside()).toEqual([]);
  expect((await run('--json', 'proxies')).json()).toEqual([]);
  expect(setAside()).toHaveLength(1);
  const next = await run('sync');
  expect(next.code).toBe(0);
  expect(next.stdout).toContain(`Proxies: ${proxyCount} cached (${proxyCount} added`);
});
