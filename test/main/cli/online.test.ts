import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { aliases } from '../../../src/main/cli/load-commands.ts';
import { serviceEnv } from '../../support/env.ts';
import { startDemoService, type DemoService } from '../../support/demo-service.ts';
import type { JsonObject } from '../../../src/shared/json.ts';
import { runCommandLine, type CommandLineResult } from '../../support/run-command-line.ts';
import { makeSyncedFolder } from '../../support/synced-folder.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

let demo: DemoService;
let dataDir: string;

beforeEach(async () => {
  dataDir = makeTemporaryFolder();
  demo = await startDemoService({ proxyCount: 40 });
  onTestFinished(() => demo.close());
});

const run = (...argv: string[]): Promise<CommandLineResult> =>
  runCommandLine(['--data-dir', dataDir, '--json', ...argv], { env: serviceEnv(demo) });

const first = (table: DemoService['account']['services']): JsonObject => table.slice(0, 1)[0] ?? {};

/** Continues with a cache as a first sync leaves it. */
async function useSyncedFolder(): Promise<void> {
  ({ dataDir } = await makeSyncedFolder(demo));
}

test('a short name is the same as list or show with its first word', async () => {
  await useSyncedFolder();
  for (const [alias, words] of Object.entries(aliases)) {
    const rest = alias === 'summary' ? ['mobile'] : [];
    const short = await run(alias, ...rest);
    expect(short.code, `${alias}: ${short.stderr}`).toBe(0);
    expect(short.stdout).toBe((await run(...words, ...rest)).stdout);
  }
});

test('any list of the service is fetched alone', async () => {
  const fetched = await run('list', 'users', '--online', '--count');
  expect(fetched.json()).toEqual({ count: demo.account.proxyUsers.count() });
  expect(demo.requests.every(({ path }) => path.includes('/proxy_user/'))).toBe(true);
});

test('availability is grouped by the fields of the specification only', async () => {
  const grouped = (await run('availability', '--group-by', 'country,os')).json() as {
    residential_options: JsonObject[];
  };
  expect(grouped.residential_options.length).toBeGreaterThan(1);
  expect(demo.requests.at(-1)?.query).toEqual({ group_by: 'country,os' });
  expect((await run('availability', '--group-by', 'moon')).code).toBe(2);
});

test('a service is edited once and fetched again, and the cache is updated', async () => {
  await useSyncedFolder();
  const id = String(first(demo.account.services)['service_id']);
  const metadata = join(dataDir, 'metadata.json');
  writeFileSync(metadata, '{"team":"checkout","order":9007199254740993}');
  const edited = await run('service', 'edit', id, '--cancel', 'on', '--comment', 'done', '--metadata', metadata);
  expect(edited.code, edited.stderr).toBe(0);
  const patches = demo.requests.filter(({ method }) => method === 'PATCH');
  expect(patches).toHaveLength(1);
  expect(patches[0]?.body).toMatchObject({ service_is_pending_cancellation: true, cancel_comment: 'done' });
  const shown = await run('show', 'service', id);
  expect(shown.json()).toMatchObject({ service_is_pending_cancellation: true });
  expect(shown.stdout).toContain('9007199254740993');
});

test.each(['{"a":{"b":1}}', 'not json'])('the metadata %s is refused before anything is sent', async (text) => {
  const metadata = join(dataDir, 'metadata.json');
  writeFileSync(metadata, text);
  expect((await run('service', 'edit', 'x', '--metadata', metadata)).code).toBe(2);
  expect((await run('service', 'edit', 'x')).code).toBe(2);
  expect(demo.requests).toEqual([]);
});
