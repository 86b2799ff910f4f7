import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/main/store/index.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { serviceEnv } from '../../support/env.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const killCount = 8;

test(
  `a command line killed in the middle of a sync leaves a whole database (${killCount} times)`,
  { timeout: 600_000 + killCount * 10_000 },
  async () => {
    let requestCount = 0;
    const demo = await startDemoService({
      proxyCount: 20_000,
      maxPerPage: 200,
      faults() {
        requestCount += 1;
        return undefined;
      },
    });
    onTestFinished(() => demo.close());
    const dataDir = makeTemporaryFolder();
    const env = { PATH: process.env['PATH'], ...serviceEnv(demo) };
    const cli = join(import.meta.dirname, '../../../out/main/cli.js');
    expect(existsSync(cli), 'the real command line is built by: npm run build').toBe(true);
    let keptBefore = 0;
    let interruptedCount = 0;
    for (let kill = 0; kill < killCount; kill += 1) {
      const requestsBefore = requestCount;
      const child = spawn(process.execPath, [cli, '--data-dir', dataDir, 'sync'], { env, stdio: 'ignore' });
      // A different moment every time: after so many more requests.
      while (requestCount < requestsBefore + 3 + ((kill * 37) % 100) && child.exitCode === null) {
        await new Promise((done) => setTimeout(done, 2));
      }
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      if (child.signalCode !== null) interruptedCount += 1;
      const folder = join(dataDir, 'accounts');
      const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
      const db = new Database(join(folder, file));
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      const { count } = db.prepare<[], { count: number }>('SELECT count(*) AS count FROM proxy').get() ?? { count: -1 };
      db.close();
      expect(count % 200).toBe(0);
      expect(count).toBeGreaterThanOrEqual(keptBefore);
      keptBefore = count;
    }
    expect(keptBefore).toBeGreaterThan(0);
    expect(interruptedCount).toBeGreaterThanOrEqual(0.95 * killCount);

    // What the killed ones left is enough for the next to complete from.
    const last = spawn(process.execPath, [cli, '--data-dir', dataDir, 'sync'], { env, stdio: 'ignore' });
    await once(last, 'exit');
    expect(last.exitCode).toBe(0);
    const folder = join(dataDir, 'accounts');
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
    const store = openStore({ file: join(folder, file) });
    onTestFinished(() => {
      store.close();
    });
    store.unlock(demo.privateKey);
    const records = store.proxies.records(
      { where: { terms: [] }, sort: [], offset: 0, limit: 30_000 },
      { secrets: true },
    );
    expect([...records]).toEqual(demo.account.proxies.slice(0, 20_000));
  },
);
