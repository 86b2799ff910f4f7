import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startDemoService, type DemoService } from './demo-service.ts';
import { serviceEnv } from './env.ts';
import { runSuccessfully } from './run-command-line.ts';
import { copyTemplate } from './templates.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/**
 * Makes a data folder as a first sync leaves it: that of the account that the environment defines, at a service whose account
 * nothing has changed yet. Returns also the file of its cache.
 *
 * @param after as of `makeTemporaryFolder`
 */
export async function makeSyncedFolder(
  service: DemoService,
  after?: Parameters<typeof makeTemporaryFolder>[0],
): Promise<{ dataDir: string; databaseFile: string }> {
  const dataDir = makeTemporaryFolder(after);
  const proxyCount = service.account.proxies.count();
  await copyTemplate(`synced-${String(proxyCount)}`, dataDir, async (template) => {
    const demo = await startDemoService({ proxyCount });
    await runSuccessfully(['--data-dir', template, 'sync'], { env: serviceEnv(demo) });
    await demo.close();
  });
  // The ID of such an account is made of the address of its service.
  const listed = await runSuccessfully(['--data-dir', dataDir, 'account', 'list', '--json'], {
    env: serviceEnv(service),
  });
  const [{ id }] = listed.json() as [{ id: string }]; // The account of the environment is the first one.
  const accounts = join(dataDir, 'accounts');
  for (const file of readdirSync(accounts)) {
    renameSync(join(accounts, file), join(accounts, file.replace(/^environment-[0-9a-f]+/, id)));
  }
  const databaseFile = join(accounts, `${id}.sqlite`);
  const database = new Database(databaseFile);
  // A cache is of the account whose ID is in its name and in here.
  database.prepare('UPDATE owner SET account = ?').run(id);
  database.close();
  return { dataDir, databaseFile };
}
