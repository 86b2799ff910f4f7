import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inspect, promisify } from 'node:util';
import { build, Platform } from 'electron-builder';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { version } from '../../package.json' with { type: 'json' };
import { createConfig } from '../../electron-builder.config.mjs';
import { findElectron } from '../../scripts/electron.mjs';
import { makeOwnTools } from '../../scripts/own-tools/tools.ts';
import { npmScript } from '../support/checkout.ts';
import { startDemoService } from '../support/demo-service.ts';
import { lacks } from '../support/needs.ts';
import { copyApp } from './copy-app.ts';
import { earlierVersion } from './targets.ts';

const run = promisify(execFile);

const electron = findElectron();
const missing =
  process.getuid?.() !== 0
    ? 'needs to be root'
    : electron === undefined
      ? 'needs Electron'
      : lacks('keytar', 'debootstrap', 'debian-archive-keyring');

describe.runIf(process.platform === 'linux')('packages with real Electron', () => {
  let folder: string;
  /** Everything that a fresh system gets. */
  let given: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'proxydeck-debian-'));
    if (missing !== undefined) return;
    given = join(folder, 'given');
    mkdirSync(given);
    copyFileSync(await packDeb(folder, earlierVersion), join(given, 'before.deb'));
    copyFileSync(await packDeb(folder, version), join(given, 'now.deb'));
    copyFileSync(inject('tarball'), join(given, 'proxydeck.tgz'));
    copyFileSync(process.execPath, join(given, 'node'));
    cpSync(dirname(dirname(npmScript())), join(given, 'npm'), { recursive: true });
    copyFileSync(join(import.meta.dirname, '../../scripts/try-start.mjs'), join(given, 'try-start.mjs'));
    copyFileSync(join(import.meta.dirname, 'debian-life.sh'), join(given, 'life.sh'));
  }, 600_000);
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  // Unpacking takes one processor.
  test.concurrent.for([
    { suite: 'bookworm', screen: '199' },
    { suite: 'trixie', screen: '299' },
  ])(
    'are installed, started, upgraded with their data, and removed on a fresh Debian ($suite)',
    { timeout: 1_800_000 },
    async ({ suite, screen }, { skip, expect }) => {
      skip(missing !== undefined, missing);
      const root = join(folder, suite);
      const problem = await run('debootstrap', ['--variant=minbase', suite, root]).then(
        () => '',
        // With what it printed.
        (error: unknown) => inspect(error),
      );
      skip(problem.includes('Failed getting release'), 'needs a mirror of Debian');
      expect(problem).toBe('');
      const service = await startDemoService({ proxyCount: 20 });
      try {
        const { stdout: printed } = await run('unshare', ['--mount', 'sh', '-c', enter, 'sh', root, given], {
          maxBuffer: 64 * 2 ** 20,
          env: {
            PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
            // Abstract sockets of displays belong to no folder.
            SCREEN: screen,
            SERVICE: service.baseUrl,
            PUBLIC_KEY: service.publicKey,
            PRIVATE_KEY: service.privateKey,
          },
        });
        expect(printed).toContain(`Installed: ${earlierVersion}`);
        expect(printed).toContain(`Upgraded: ${version}`);
        const [, left = ''] = printed.split('Left behind:\n');
        expect(left.trim().split('\n')).toEqual(['/home/ada/.cache/Proxydeck', '/home/ada/.config/Proxydeck']);
      } finally {
        await service.close();
        execFileSync('rm', ['-rf', '--one-file-system', root]);
      }
    },
  );
});

/** Starts the script in the system, with mounts that end with it. */
const enter = `
mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mkdir "$1/given" && mount --bind "$2" "$1/given"
exec chroot "$1" sh /given/life.sh`;

async function packDeb(folder: string, packed: string): Promise<string> {
  Object.assign(process.env, makeOwnTools(join(folder, `tools-${packed}`)));
  const app = join(folder, `app-${packed}`);
  copyApp(app);
  const { directories, ...config } = createConfig({ platform: 'linux', env: {} });
  const output = join(folder, `output-${packed}`);
  await build({
    projectDir: app,
    targets: Platform.LINUX.createTarget(['deb']),
    publish: 'never',
    config: {
      ...config,
      // electron-builder declares it as `any`.
      extraMetadata: { ...(config.extraMetadata as object), version: packed },
      directories: { ...directories, output },
      electronDist: dirname(electron ?? ''),
    },
  });
  return join(output, `proxydeck_${packed}_${process.arch === 'arm64' ? 'arm64' : 'amd64'}.deb`);
}
