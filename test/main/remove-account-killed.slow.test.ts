import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { spread } from '../support/rounds.ts';
import { startApp } from '../support/start-app.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const killCount = 8;

test(
  `a removal that is killed leaves the account whole or nothing of it (${killCount} times)`,
  { timeout: 600_000 },
  async () => {
    const cli = join(import.meta.dirname, '../../out/main/cli.js');
    expect(existsSync(cli), 'the real command line is built by: npm run build').toBe(true);
    const dataDir = makeTemporaryFolder();
    const run = (...words: string[]): string =>
      spawnSync(process.execPath, [cli, '--data-dir', dataDir, ...words], { encoding: 'utf8' }).stdout;
    let wholeMs = 200;
    const ends = { kept: 0, gone: 0 };
    for (let kill = 0; kill < killCount; kill += 1) {
      const app = startApp(dataDir);
      const { id } = app.accounts.list()[0] ?? app.accounts.addDemo(50);
      await app.sync(app.session(id), {});
      await app.close();
      const startedMs = performance.now();
      const child = spawn(process.execPath, [cli, '--data-dir', dataDir, 'account', 'remove', 'Demo'], {
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      // A different moment every time; the first shows how long a whole one takes.
      if (kill > 0) {
        await sleep(wholeMs * (0.5 + 0.5 * spread(kill)));
        child.kill('SIGKILL');
      }
      await ended;
      if (kill === 0) wholeMs = performance.now() - startedMs;
      // Any start finishes what was begun.
      const isKept = run('account', 'list').includes('Demo');
      ends[isKept ? 'kept' : 'gone'] += 1;
      if (isKept) {
        const db = new Database(join(dataDir, 'accounts', `${id}.sqlite`));
        expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
        expect(db.prepare('SELECT count(*) FROM proxy').pluck().get()).toBe(50);
        db.close();
      } else expect(readdirSync(join(dataDir, 'accounts'))).toEqual([]);
    }
    expect(ends.gone).toBeGreaterThan(0);
  },
);
