/** What every command says if the disk is full, and if the data folder cannot be written. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDemoService } from '../../support/demo-service.ts';
import { serviceEnv } from '../../support/env.ts';
import {
  commandsNotCovered,
  everyCommand,
  saysFault,
  saysFull,
  saysOther,
  saysReadOnly,
} from '../../support/every-command.ts';
import { runCommandLine } from '../../support/run-command-line.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

test('commands have lines in this test', () => {
  expect(commandsNotCovered()).toEqual([]);
});

test.for([
  ['on a disk without a free byte', saysFull],
  ['on a disk that cannot be written', saysReadOnly],
] as const)(
  'every command does its work %s, or says why it cannot',
  { timeout: 300_000 },
  async ([place, reason], { skip }) => {
    const folder = makeTemporaryFolder();
    const mount = (...options: string[]): number | null => spawnSync('mount', [...options, folder]).status;
    const mounted = mount('-t', 'tmpfs', '-o', 'size=16m,mode=0700', 'tmpfs');
    if (mounted !== 0) skip('A small file system can be mounted only by root, where that is allowed.');
    onTestFinished(() => {
      spawnSync('umount', [folder]);
    });
    const demo = await startDemoService({ proxyCount: 30 });
    onTestFinished(() => demo.close());
    const env = serviceEnv(demo);
    const dataDir = join(folder, 'data');
    const backup = join(makeTemporaryFolder(), 'my.proxydeck-backup');
    const user = String(demo.account.proxyUsers.slice(0, 1)[0]?.['proxy_user_id']);
    const service = String(demo.account.services.slice(0, 1)[0]?.['service_id']);
    const run = (line: string) => {
      const words = line
        .split(' ')
        .map((word) =>
          word
            .replace('{disk}', folder)
            .replace('{backup}', backup)
            .replace('{user}', user)
            .replace('{service}', service),
        );
      return runCommandLine(['--data-dir', dataDir, ...words], { env });
    };
    for (const line of [
      'sync',
      `export --user {user} --format http --output {disk}/kept.txt --save-preset kept`,
      'backup {backup}',
    ]) {
      const { code, stderr } = await run(line);
      expect(code, stderr).toBe(0);
    }
    if (reason === saysFull) {
      const fill = openSync(join(folder, 'fill'), 'w');
      const room = Buffer.alloc(4096);
      try {
        for (let count = 0; count < 8192; count += 1) writeSync(fill, room);
      } catch {
        // Full.
      }
      closeSync(fill);
    } else expect(mount('-o', 'remount,ro')).toBe(0);
    // The demo's own folder is on the disk, too.
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const faults: string[] = [];
    for (const line of Object.values(everyCommand).flat()) {
      const { code, stdout, stderr } = await run(line);
      const said = stdout + stderr;
      if (saysFault.test(said) || (code !== 0 && !reason.test(stderr) && !saysOther.test(stderr)))
        faults.push(`${line}: ${stderr}`);
    }
    expect(faults, place).toEqual([]);
    if (reason === saysFull) rmSync(join(folder, 'fill'));
    else expect(mount('-o', 'remount,rw')).toBe(0);
    expect((await run('list proxies --count')).stdout.trim()).toBe('30');
  },
);
