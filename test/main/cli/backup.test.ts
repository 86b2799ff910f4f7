import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serviceEnv } from '../../support/env.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { runCommandLine } from '../../support/run-command-line.ts';
import { makeSyncedFolder } from '../../support/synced-folder.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

test('the command line backs up an account and restores it, and refuses another file', async () => {
  const demo = await startDemoService({ proxyCount: 5 });
  onTestFinished(() => demo.close());
  const folder = makeTemporaryFolder();
  const { dataDir } = await makeSyncedFolder(demo);
  const env = serviceEnv(demo);
  const run = (...argv: string[]) => runCommandLine(['--data-dir', dataDir, ...argv], { env });
  await run('tag', 'add', 'mine', '--where', '');
  const file = join(folder, 'a.proxydeck-backup');
  expect((await run('backup', file)).code).toBe(0);
  await run('tag', 'delete', 'mine');
  expect((await run('restore', join(dataDir, 'registry.sqlite'))).code).toBe(2);
  expect((await run('restore', file)).stdout).toContain('before-restore');
  expect((await run('--json', 'tag', 'list')).json()).toMatchObject([{ name: 'mine', proxyCount: 5 }]);
});
