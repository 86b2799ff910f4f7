import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { serviceEnv } from '../../support/env.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { openStore } from '../../../src/main/store/index.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const killCount = 8;
const adjustmentCount = 60;

test(
  `a command line killed while it reads the rest of the account leaves whole records (${killCount} times)`,
  { timeout: 600_000 + killCount * 10_000 },
  async () => {
    const isRest = (path: string): boolean => !/\/(service|proxy|proxy_user)\/search$/.test(path);
    let restCount = 0;
    const demo = await startDemoService({
      proxyCount: 200,
      maxPerPage: 20,
      faults({ path }) {
        if (isRest(path)) restCount += 1;
        return undefined;
      },
    });
    onTestFinished(() => demo.close());
    const { account } = demo;
    const [entry = {}] = account.residentialLedger.slice(0, 1);
    for (const row of account.adjustments.slice(0, adjustmentCount)) {
      const id = row['service_adjustment_id'] ?? null;
      const residential_ledger_id = `entry-${String(id)}`;
      account.residentialLedger.add({ ...entry, residential_ledger_id, service_adjustment_id: id });
      // Pending ones are asked for again by every sync, so that each kill finds work.
      account.adjustments.update(String(id), { service_adjustment_status: 'pending' });
    }
    const dataDir = makeTemporaryFolder();
    const env = { PATH: process.env['PATH'], ...serviceEnv(demo) };
    const cli = join(import.meta.dirname, '../../../out/main/cli.js');
    expect(existsSync(cli), 'the real command line is built by: npm run build').toBe(true);
    const start = () => spawn(process.execPath, [cli, '--data-dir', dataDir, 'sync'], { env, stdio: 'ignore' });
    const databaseFile = (): string => {
      const folder = join(dataDir, 'accounts');
      const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
      return join(folder, file);
    };

    let interrupted = 0;
    for (let kill = 0; kill < killCount; kill += 1) {
      const before = restCount;
      const child = start();
      // A different moment every time: after so many more requests beyond the main lists.
      const moment = 1 + ((kill * 7) % (adjustmentCount + 8));
      while (restCount - before < moment && child.exitCode === null) {
        await new Promise((done) => setTimeout(done, 1));
      }
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      if (child.signalCode !== null) interrupted += 1;

      const db = new Database(databaseFile());
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      db.close();
      const store = openStore({ file: databaseFile() });
      try {
        store.unlock(demo.privateKey);
        expect(store.syncs.countRows('proxies')).toBe(200);
        for (const row of account.adjustments.slice(0, adjustmentCount)) {
          const kept = store.adjustments.get(String(row['service_adjustment_id']), { secrets: true });
          if (kept) expect(kept).toMatchObject({ record: row, receivedAt: expect.any(String) as string });
        }
        const catalog = store.cachedRecords.get('catalog', '', { secrets: true });
        if (catalog) expect(catalog.record).toEqual(account.catalog);
      } finally {
        store.close();
      }
    }
    expect(interrupted).toBeGreaterThanOrEqual(0.95 * killCount);

    const last = start();
    await once(last, 'exit');
    expect(last.exitCode).toBe(0);
    const store = openStore({ file: databaseFile() });
    onTestFinished(() => {
      store.close();
    });
    store.unlock(demo.privateKey);
    const all = { where: { terms: [] }, sort: [], offset: 0, limit: 10_000 };
    const ledger = [...store.residential_ledger.records(all, { secrets: true })];
    expect(ledger).toEqual(account.residentialLedger.slice(0, 1000));
    expect(store.syncs.countRows('adjustments')).toBeGreaterThanOrEqual(adjustmentCount);
    expect(store.cachedRecords.get('customer', '', { secrets: true })?.record).toEqual(account.customer());
  },
);
