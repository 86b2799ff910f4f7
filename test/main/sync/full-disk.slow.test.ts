import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { serviceEnv } from '../../support/env.ts';
import { makePage, startScriptedService } from '../../support/scripted-service.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const cli = join(import.meta.dirname, '../../../out/main/cli.js');

const mayMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs -o size=64k none /mnt']).status === 0;

test.skipIf(!mayMount)(
  'a service that lists new rows for ever does not fill the disk (needs the right to mount)',
  { timeout: 120_000 },
  async () => {
    const { baseUrl } = await startScriptedService((request) => {
      if (request.resource !== 'proxy') return makePage([], request);
      const rows = Array.from({ length: 1000 }, (_, number) => ({
        proxy_id: `${String(request.page)}-${String(number)}`,
        proxy_status: 'x'.repeat(1000),
      }));
      return (response) => response.end(JSON.stringify({ data: rows, page: request.page, total_count: 1e15 }));
    });
    const folder = makeTemporaryFolder();
    // A disk of 200 MB that only this command sees.
    const script = `mount -t tmpfs -o size=200m,mode=700 none "$0" && "$@"; status=$?
      df --output=avail -B1 "$0" | tail -1; exit $status`;
    const sync = spawn(
      'unshare',
      ['--mount', 'sh', '-c', script, folder, process.execPath, cli, '--data-dir', folder, 'sync'],
      {
        env: {
          PATH: process.env['PATH'],
          ...serviceEnv({ baseUrl, publicKey: 'demo-public', privateKey: 'demo-private' }),
        },
      },
    );
    const ended = once(sync, 'exit');
    const [stdout, stderr] = await Promise.all([text(sync.stdout), text(sync.stderr)]);
    await ended;
    expect(stderr).toContain('The disk is nearly full, so the sync stopped.');
    expect(sync.exitCode).toBe(1);
    // A page may still be written after the last check.
    const freeBytes = Number(stdout.trim().split('\n').at(-1));
    expect(freeBytes).toBeGreaterThan(5_000_000);
  },
);
