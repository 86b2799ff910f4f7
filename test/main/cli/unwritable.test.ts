/** What every command says if the disk is full, and if the data folder cannot be written. */
import { spawnSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commandNames } from '../../../src/main/cli/load-commands.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { serviceEnv } from '../../support/env.ts';
import { runCommandLine } from '../../support/run-command-line.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

/** Command lines of every command; `{disk}` is a folder on the disk, `{backup}` a file elsewhere. */
const lines: { readonly [command: string]: readonly string[] } = {
  account: ['account list', 'account use env', 'account check', 'account remove env'],
  sync: ['sync', 'sync --full', 'sync --only proxies --wait'],
  list: ['list proxies', 'list services', 'list changes --csv', 'list users --online'],
  show: ['show overview', 'show customer', 'show customer --online', 'show costs', 'show catalog --online'],
  tag: ['tag add burnt --where type:isp', 'tag remove burnt --where type:isp', 'tag list'],
  note: ['note set later --where type:isp', 'note clear --where type:isp'],
  export: [
    'export --user {user} --format http',
    'export --user {user} --format http --output {disk}/out.txt',
    'export --user {user} --format http --output {disk}/more.txt --save-preset daily',
  ],
  template: ['template save mine {host}', 'template list', 'template remove mine'],
  preset: ['preset list', 'preset refresh kept on', 'preset remove kept'],
  test: ['test --url https://example.com/ --where type:isp', 'test --results 1'],
  serve: ['serve --where country:none --port 24999'],
  mcp: ['mcp', 'mcp --allow sync,test,export --folder {disk}'],
  access: ['access --where type:isp'],
  service: ['service edit {service} --automatic-collection off'],
  backup: ['backup {disk}/my.proxydeck-backup'],
  restore: ['restore {backup}'],
  completion: ['completion bash'],
  diagnostics: ['diagnostics', 'diagnostics --log'],
  settings: ['settings', 'settings set syncIntervalMinutes 15'],
  demo: ['demo --proxies 10'],
};

/** What a command says that could not write. */
const full = /disk is (nearly )?full/i;
const readOnly = /can't be written|cannot be written|could not be saved there|do not have permission|can't be created/i;
/** Refusals that have nothing to do with the disk. */
const other =
  /no longer exists|does not exist|environment variables|No proxy can be used|not allowed|has not been synced/i;

test('commands have lines in this test', () => {
  expect(Object.keys(lines)).toEqual(commandNames);
});

test.for([
  ['on a disk without a free byte', full, 0],
  ['on a disk that cannot be written', readOnly, 0],
] as const)(
  'every command does its work %s, or says why it cannot',
  { timeout: 300_000 },
  async ([place, reason, freeBytes], { skip }) => {
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
    if (reason === full) {
      const fill = openSync(join(folder, 'fill'), 'w');
      const room = Buffer.alloc(4096);
      try {
        for (let count = 0; count < 8192; count += 1) writeSync(fill, room);
      } catch {
        // Full.
      }
      ftruncateSync(fill, Math.max(0, fstatSync(fill).size - freeBytes));
      closeSync(fill);
    } else expect(mount('-o', 'remount,ro')).toBe(0);
    // The demo's own folder is on the disk, too.
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const faults: string[] = [];
    for (const line of Object.values(lines).flat()) {
      const { code, stdout, stderr } = await run(line);
      const said = stdout + stderr;
      if (process.env['SHOW']) process.stdout.write(`${line} -> ${String(code)} ${stderr.slice(0, 300)}\n`);
      const isPlain = !/inside Proxydeck|\n? {4}at |SqliteError|E[A-Z]{4,}:/.test(said);
      if (!isPlain || (code !== 0 && !reason.test(stderr) && !other.test(stderr))) faults.push(`${line}: ${stderr}`);
    }
    expect(faults, place).toEqual([]);
    if (reason === full) rmSync(join(folder, 'fill'));
    else expect(mount('-o', 'remount,rw')).toBe(0);
    expect((await run('list proxies --count')).stdout.trim()).toBe('30');
  },
);
