import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serviceEnv } from '../../support/env.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { runCommandLine } from '../../support/run-command-line.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

test('the command line backs up an account and restores it, and refuses another file', async () => {
  const demo = await startDemoService({ proxyCount: 5 });
  onTestFinished(() => demo.close());
  const folder = makeTemporaryFolder();
  const env = serviceEnv(demo);
  const run = (...argv: string[]) => runCommandLine(['--data-dir', join(folder, 'data'), ...argv], { env });
  await run('sync');
  await run('tag', 'add', 'mine', '--where', '');
  const file = join(folder, 'a.proxydeck-backup');
  expect((await run('backup', file)).code).toBe(0);
  await run('tag', 'delete', 'mine');
  expect((await run('restore', join(folder, 'data', 'registry.sqlite'))).code).toBe(2);
  expect((await run('restore', file)).stdout).toContain('before-restore');
  expect((await run('--json', 'tag', 'list')).json()).toMatchObject([{ name: 'mine', proxyCount: 5 }]);
});
