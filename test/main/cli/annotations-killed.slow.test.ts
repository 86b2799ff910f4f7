import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { serviceEnv } from '../../support/env.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { spread } from '../../support/rounds.ts';
import { runCommandLine } from '../../support/run-command-line.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const killCount = 8;
const proxyCount = 20_000;

test(
  `a process killed while it tags or removes tags leaves all of the edit or nothing (${String(killCount)} times)`,
  { timeout: 120_000 + killCount * 5_000 },
  async () => {
    const demo = await startDemoService({ proxyCount });
    onTestFinished(() => demo.close());
    const dataDir = makeTemporaryFolder();
    const env = { PATH: process.env['PATH'], ...serviceEnv(demo) };
    const run = async (...words: string[]): Promise<number> => {
      const { code, stderr } = await runCommandLine(['--data-dir', dataDir, ...words], { env });
      expect(stderr).not.toContain('internal');
      return code;
    };
    expect(await run('sync')).toBe(0);
    expect(await run('tag', 'add', 'kept', '--where', 'country:US')).toBe(0);
    const accounts = join(dataDir, 'accounts');
    const name = readdirSync(accounts).find((entry) => entry.endsWith('.records')) ?? '';
    const look = () => {
      const db = new Database(join(accounts, name), { readonly: true });
      const count = (tag: string): unknown =>
        db.prepare('SELECT count(*) FROM proxy_tag JOIN tag ON tag.id = tag_id WHERE tag.name = ?').pluck().get(tag);
      const seen = {
        whole: db.pragma('integrity_check', { simple: true }),
        kept: count('kept'),
        burnt: Number(count('burnt')),
      };
      db.close();
      return seen;
    };
    const { kept } = look();
    const words = { add: ['tag', 'add', 'burnt', '--where', ''], remove: ['tag', 'remove', 'burnt', '--where', ''] };
    const cli = join(import.meta.dirname, '../../../out/main/cli.js');
    const start = (line: readonly string[]) =>
      spawn(process.execPath, [cli, '--data-dir', dataDir, ...line], { env, stdio: 'ignore' });
    const startedAtMs = performance.now();
    expect(await once(start(words.add), 'exit')).toEqual([0, null]);
    const wholeMs = performance.now() - startedAtMs;
    let [before, interrupted] = [look(), 0];
    for (let kill = 0; kill < killCount; kill += 1) {
      // Back and forth over the same edit.
      const next = before.burnt === 0 ? words.add : words.remove;
      const child = start(next);
      // A different moment every time, some of them after the end.
      await sleep(wholeMs * (0.3 + 0.8 * spread(kill)));
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      const after = look();
      expect(after).toMatchObject({ whole: 'ok', kept });
      expect([0, proxyCount]).toContain(after.burnt);
      if (after.burnt === before.burnt) interrupted += 1;
      before = after;
    }
    if (before.burnt === 0) expect(await run(...words.add)).toBe(0);
    expect(look()).toMatchObject({ whole: 'ok', kept, burnt: proxyCount });
    expect(readdirSync(accounts).filter((entry) => entry.includes('damaged'))).toEqual([]);
    expect(interrupted).toBeGreaterThan(0);
  },
);
