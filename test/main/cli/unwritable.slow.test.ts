/** What every command says if the data folder cannot be written; `full-disk.slow.test.ts` fills the disk. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDemoService } from '../../support/demo-service.ts';
import { serviceEnv } from '../../support/env.ts';
import { everyCommand, saysFault, saysOther, saysReadOnly } from '../../support/every-command.ts';
import { runCommandLine, runSuccessfully } from '../../support/run-command-line.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

test(
  'every command does its work on a disk that cannot be written, or says why it cannot',
  { timeout: 300_000 },
  async ({ skip }) => {
    const folder = makeTemporaryFolder();
    const mount = (...options: string[]): number | null => spawnSync('mount', [...options, folder]).status;
    const mounted = mount('-t', 'tmpfs', '-o', 'size=16m,mode=0700', 'tmpfs');
    if (mounted !== 0) skip('A small file system can be mounted only by root, where that is allowed.');
    onTestFinished(() => {
      spawnSync('umount', [folder]);
    });
    const demo = await startDemoService({ proxyCount: 30 });
    onTestFinished(() => demo.close());
    const names: { readonly [name: string]: string } = {
      '{disk}': folder,
      '{backup}': join(makeTemporaryFolder(), 'my.proxydeck-backup'),
      '{user}': String(demo.account.proxyUsers.slice(0, 1)[0]?.['proxy_user_id']),
      '{service}': String(demo.account.services.slice(0, 1)[0]?.['service_id']),
    };
    const env = serviceEnv(demo);
    const wordsOf = (line: string): string[] => [
      ...['--data-dir', join(folder, 'data')],
      ...line.split(' ').map((word) => word.replace(/\{\w+\}/, (name) => names[name] ?? name)),
    ];
    for (const line of [
      'sync',
      'export --user {user} --format http --output {disk}/kept.txt --save-preset kept',
      'backup {backup}',
    ]) {
      await runSuccessfully(wordsOf(line), { env });
    }
    expect(mount('-o', 'remount,ro')).toBe(0);
    // The demo's own folder is on the disk, too.
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const faults: string[] = [];
    for (const line of Object.values(everyCommand).flat()) {
      const { code, stdout, stderr } = await runCommandLine(wordsOf(line), { env });
      const isRefused = saysReadOnly.test(stderr) || saysOther.test(stderr);
      if (saysFault.test(stdout + stderr) || !(code === 0 || isRefused)) faults.push(`${line}: ${stderr}`);
    }
    expect(faults).toEqual([]);
    expect(mount('-o', 'remount,rw')).toBe(0);
    expect((await runCommandLine(wordsOf('list proxies --count'), { env })).stdout.trim()).toBe('30');
  },
);
