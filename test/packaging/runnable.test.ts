import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findElectron } from '../../scripts/electron.mjs';
import { lacks } from '../support/needs.ts';
import { packRunnable } from './pack-runnable.ts';
import { runSpecs } from './run-specs.ts';

const electron = findElectron();

// Fuses, archive, unpacked modules and workers inside the archive, with a real keyring and a real display.
describe.runIf(process.platform === 'linux')('a package with real Electron', () => {
  const missing =
    electron === undefined
      ? 'needs Electron'
      : // What the specs need that may not be skipped here.
        lacks(
          ...['keytar', 'xvfb', 'dbus', 'gnome-keyring', 'openssl'],
          ...['python3', 'python3-dbusmock', 'libglib2.0-bin'],
        );
  // Not below the project, whose node_modules would be found otherwise.
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-runnable-'));
  let program = '';
  beforeEach(({ skip }) => {
    skip(missing !== undefined, missing);
  });
  beforeAll(async () => {
    if (missing === undefined) program = await packRunnable(folder, electron ?? '');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const pass = (files: readonly string[], env: NodeJS.ProcessEnv): void => {
    const { status, output } = runSpecs(files, env);
    if (status !== 0) {
      // The first line is what a list of failures shows.
      const names = output.split('\n').filter((line) => /^ {2}\d+\) /.test(line));
      throw new Error(`failed: ${names.join(';')}\n${output}`);
    }
    expect(output).toMatch(/\d+ passed/);
    expect(output).not.toMatch(/\d+ skipped/);
  };

  test(
    'does the main job, and passes the specs of the window, the runtime, the desktop and quitting',
    { timeout: 600_000 },
    () => {
      pass(['main-job', 'window', 'runtime', 'desktop', 'quit'], { PROXYDECK_PACKAGED_APP: program });
    },
  );

  test.skipIf(!canBeOrdinaryUser())("runs in Chromium's sandbox as an ordinary user", { timeout: 300_000 }, () => {
    chmodSync(folder, 0o755);
    pass(['sandbox'], {
      PROXYDECK_PACKAGED_APP: asOrdinaryUser(folder, program),
      PROXYDECK_TEST_SANDBOX: '1',
    });
  });
});

const ordinaryUser = ['--reuid=65534', '--regid=65534', '--clear-groups'] as const;

/** Whether the kernel lets an ordinary user, whom only root can become, open the namespaces that the sandbox needs. */
function canBeOrdinaryUser(): boolean {
  if (process.getuid?.() !== 0) return false;
  return spawnSync('setpriv', [...ordinaryUser, 'unshare', '--user', 'true']).status === 0;
}

/** A program that gives up being root and starts another one, which may write to its data folder. */
function asOrdinaryUser(folder: string, program: string): string {
  const file = join(folder, 'as-ordinary-user');
  const home = join(folder, 'home');
  writeFileSync(
    file,
    `#!/bin/sh
mkdir -p '${home}'
for argument; do
  case "$argument" in --user-data-dir=*) folder=\${argument#*=} ;; esac
done
chown -R 65534:65534 '${home}' "$folder"
unset DBUS_SESSION_BUS_ADDRESS
export HOME='${home}' XDG_RUNTIME_DIR='${home}' XDG_CONFIG_HOME='${home}' XDG_CACHE_HOME='${home}' XDG_DATA_HOME='${home}'
exec setpriv ${ordinaryUser.join(' ')} '${program}' "$@"
`,
  );
  chmodSync(file, 0o755);
  return file;
}
