import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll } from '@electron/asar';
import { expect, inject, test } from 'vitest';
import { findChromium, root, toolScript } from '../../scripts/steps.mjs';
import { resourcesFolder, targets } from './targets.ts';

const target = targets.find(
  ({ platform, processor }) => platform === process.platform && processor === process.arch,
);

test.skipIf(!target || !findChromium())(
  'the window of the packed app works with nothing but what is in the package',
  () => {
    if (!target) return;
    // Not below the project, whose node_modules would be found otherwise.
    const folder = mkdtempSync(join(tmpdir(), 'proxydeck-archive-'));
    try {
      extractAll(join(resourcesFolder(inject('packages'), target), 'app.asar'), folder);
      const run = spawnSync(
        process.execPath,
        [
          toolScript('playwright'),
          'test',
          '--project=app',
          'test/e2e/window.spec.ts',
          '--reporter=list',
        ],
        {
          cwd: root,
          encoding: 'utf8',
          env: {
            ...process.env,
            PROXYDECK_APP_FOLDER: folder,
            E2E_TARGET: 'stand-in',
            PLAYWRIGHT_JSON_OUTPUT_FILE: undefined,
          },
        },
      );
      expect(run.stdout + run.stderr).toMatch(/\d+ passed/);
      expect(run.status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);
