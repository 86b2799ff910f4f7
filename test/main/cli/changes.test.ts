import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { changeDatabase } from '../../support/change-database.ts';
import { serviceEnv } from '../../support/env.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { runCommandLine, type CommandLineResult } from '../../support/run-command-line.ts';
import { makeSyncedFolder } from '../../support/synced-folder.ts';

let dataDir: string;
let databaseFile: string;
let run: (...argv: string[]) => Promise<CommandLineResult>;

interface Change {
  readonly sync_id: number;
  readonly kind: string;
  readonly list: string;
  readonly values?: object;
}
const changes = async (...argv: string[]) => (await run('--json', 'changes', ...argv)).json() as readonly Change[];

beforeEach(async () => {
  const demo = await startDemoService({ proxyCount: 60 });
  onTestFinished(() => demo.close());
  ({ dataDir, databaseFile } = await makeSyncedFolder(demo));
  const env = serviceEnv(demo);
  run = (...argv) => runCommandLine(['--data-dir', dataDir, ...argv], { env });
});

test('changes lists what syncs found, newest first, by sync, kind and filter', async () => {
  changeDatabase(databaseFile, 'DELETE FROM proxy WHERE key <= 3; DELETE FROM proxy_user WHERE key = 1');
  await run('sync');
  const added = await changes();
  expect(added.map(({ kind, list }) => `${kind} ${list}`).toSorted()).toEqual([
    'added proxies',
    'added proxies',
    'added proxies',
    'added proxy_users',
  ]);
  expect(new Set(added.map((change) => change.sync_id))).toEqual(new Set([2]));
  expect(await changes('--since', '1')).toHaveLength(4);
  expect(await changes('--since', '2')).toHaveLength(0);
  expect(await changes('--since', '2026-01-01')).toHaveLength(4);
  expect(await changes('--since', '2099-01-01')).toHaveLength(0);
  expect(await changes('--kind', 'added', '--where', 'list:proxies')).toHaveLength(3);
  expect(await changes('--kind', 'changed,removed')).toHaveLength(0);
  expect((await run('changes', '--kind', 'added')).stdout).toMatch(/^sync_id +changed_at +kind +list/);
  expect((await run('changes', '--count')).stdout).toBe('4\n');
  expect((await run('changes', '--kind', 'replaced')).stderr).toContain('No recorded changes found.');
});

test.each([
  ['--since takes the number of a sync', ['--since', 'yesterday']],
  ['--since takes the number of a sync', ['--since', '2026-13-45']],
  ['--since takes the number of a sync', ['--since', '2026-02-30']],
  ['--since takes the number of a sync', ['--since', '2026-11-01T25:00Z']],
  ['--kind takes replaced, added, removed, changed', ['--kind', 'gone']],
  ['"nonsense" is not a filter key', ['--where', 'nonsense:1']],
  ['Unexpected', ['extra']],
])('says "%s"', async (text, argv) => {
  const result = await run('changes', ...argv);
  expect([result.code, result.stderr]).toEqual([2, expect.stringContaining(text)]);
});
