/** Several real processes on one data folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serviceEnv } from '../../support/env.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { makePage, startScriptedService } from '../../support/scripted-service.ts';
import { patience } from '../../support/patience.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const cli = join(import.meta.dirname, '../../../out/main/cli.js');

interface Started {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** Starts command lines on one folder against one service. */
function prepare(service: { baseUrl: string; publicKey?: string; privateKey?: string }): {
  dataDir: string;
  start: (...words: string[]) => Started;
} {
  expect(existsSync(cli), 'the real command line is built by: npm run build').toBe(true);
  const dataDir = makeTemporaryFolder();
  const env = {
    PATH: process.env['PATH'],
    ...serviceEnv({
      baseUrl: service.baseUrl,
      publicKey: service.publicKey ?? 'demo-public',
      privateKey: service.privateKey ?? 'demo-private',
    }),
  };
  const start = (...words: string[]): Started => {
    const child = spawn(process.execPath, [cli, '--data-dir', dataDir, ...words], { env });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'close').then(() => ({ code: child.exitCode, stdout, stderr }));
    return { child, said: () => stderr, ended };
  };
  return { dataDir, start };
}

/** Lists 30 proxies; the first page of them is answered when the test says so. */
async function startHeldService(): Promise<{
  baseUrl: string;
  requestCount: () => number;
  isHolding: () => boolean;
  release: () => void;
}> {
  const proxies = Array.from({ length: 30 }, (_, index) => ({ proxy_id: `proxy-${index}` }));
  let held: (() => void) | undefined;
  const service = await startScriptedService((request) => {
    if (request.resource !== 'proxy') return makePage([], request);
    const page = makePage(proxies, request);
    if (request.pass > 1) return page;
    return (response: ServerResponse) => {
      held = () => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(page));
    };
  });
  return { ...service, isHolding: () => held !== undefined, release: () => held?.() };
}

const soon = { ...patience, interval: 20 };

test('a second sync reports the first one, with --wait it follows, and a canceled one ends', async () => {
  const service = await startHeldService();
  const { start } = prepare(service);
  const first = start('sync');
  await vi.waitUntil(service.isHolding, soon);

  const second = await start('sync').ended;
  expect(second.code).toBe(1);
  expect(second.stderr).toContain('Another Proxydeck is syncing this account right now');
  // Lists can be read all the time.
  const reading = await start('--json', 'proxies').ended;
  expect(reading).toMatchObject({ code: 0 });
  expect(JSON.parse(reading.stdout)).toEqual([]);

  const requestsBefore = service.requestCount();
  const waiting = [start('sync', '--wait'), start('sync', '--wait')] as const;
  for (const { said } of waiting) await vi.waitUntil(() => said().includes('Waiting for it to finish'), soon);
  waiting[1].child.kill('SIGINT');
  const canceled = await waiting[1].ended;
  expect(canceled.code).toBe(1);
  expect(canceled.stderr).toContain('Canceled while waiting. Nothing was changed.');
  expect(waiting[0].child.exitCode).toBeNull();
  expect(service.requestCount()).toBe(requestsBefore);

  service.release();
  expect((await first.ended).code).toBe(0);
  const followed = await waiting[0].ended;
  expect(followed.code).toBe(0);
  expect(followed.stdout).toContain('Proxies: 30 cached (0 added');
});

test(
  'six syncs and six readers that start together in an empty folder all finish, one sync after the other',
  { timeout: 60_000 },
  async () => {
    let syncing = 0;
    const demo = await startDemoService({
      proxyCount: 400,
      maxPerPage: 100,
      faults({ path }) {
        if (path.endsWith('/proxy/search')) syncing += 1;
        return undefined;
      },
    });
    onTestFinished(() => demo.close());
    const { dataDir, start } = prepare(demo);
    const started = Array.from({ length: 6 }, () => [
      start('sync', '--wait'),
      start('--json', 'proxies', '--limit', '1000'),
    ]).flat();
    const ended = await Promise.all(started.map(({ ended }) => ended));
    for (const { code, stderr } of ended) expect(code, stderr).toBe(0);
    for (const [index, { stdout }] of ended.entries()) {
      // A reader sees whole pages, whenever it comes.
      if (index % 2 === 1) expect((JSON.parse(stdout) as unknown[]).length % 100).toBe(0);
    }
    expect(syncing).toBe(24);
    const accounts = join(dataDir, 'accounts');
    const names = readdirSync(accounts);
    const [copy = ''] = names.filter((name) => name.endsWith('.sqlite'));
    expect(names.filter((name) => /\.new-|damaged/.test(name))).toEqual([]);
    const db = new Database(join(accounts, copy), { readonly: true });
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.prepare('SELECT count(*) FROM proxy').pluck().get()).toBe(400);
    db.close();
  },
);
