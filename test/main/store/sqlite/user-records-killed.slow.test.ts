import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildBenchModule } from '../../../bench/build-module.ts';
import { spread } from '../../../support/rounds.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';
import { first, look, makeVersion, newest, steps } from './versions.ts';

const killCount = 8;
const resultCount = 60_000;

test(
  `a process killed during a migration loses no record (${String(killCount)} times)`,
  { timeout: 120_000 + killCount * 5_000 },
  async () => {
    const old = makeVersion(first, resultCount);
    const records = join(makeTemporaryFolder(), 'account.sqlite.records');
    const folder = dirname(records);
    const program = await buildBenchModule(join(import.meta.dirname, '../../../support/migrate-records.ts'));
    const begin = async () => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      copyFileSync(old, records);
      const child = fork(program, [records, JSON.stringify(steps)]);
      await once(child, 'message');
      child.send('begin');
      return child;
    };
    let child = await begin();
    const startedAtMs = performance.now();
    await once(child, 'exit');
    const wholeMs = performance.now() - startedAtMs;
    expect(look(records).version).toBe(newest.version);
    const seen = { old: 0, new: 0 };
    for (let kill = 0; kill < killCount; kill += 1) {
      child = await begin();
      // A different moment every time.
      await sleep(wholeMs * spread(kill));
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      const { version, ...rest } = look(records);
      expect(rest).toEqual({ whole: 'ok', results: resultCount });
      expect([first, newest.version]).toContain(version);
      const copy = `${records}.version-${first}`;
      // The name promises a complete copy of the old version.
      if (existsSync(copy)) expect(look(copy)).toEqual({ version: first, whole: 'ok', results: resultCount });
      if (version === newest.version) expect(existsSync(copy)).toBe(true);
      seen[version === newest.version ? 'new' : 'old'] += 1;
    }
    expect(seen.old).toBeGreaterThan(0);
  },
);
