import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll } from '@electron/asar';
import { expect, inject, test } from 'vitest';
import { needs } from '../support/needs.ts';
import { runSpecs } from './run-specs.ts';
import { resourcesFolder, targets } from './targets.ts';

const target = targets.find(({ platform, processor }) => platform === process.platform && processor === process.arch);

test.skipIf(!target)('the window of the packed app works with nothing but what is in the package', () => {
  if (!target) return;
  needs('chromium');
  // Not below the project, whose node_modules would be found otherwise.
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-archive-'));
  try {
    extractAll(join(resourcesFolder(inject('packages'), target), 'app.asar'), folder);
    const { status, output } = runSpecs(['window.spec.ts'], {
      PROXYDECK_APP_FOLDER: folder,
      E2E_TARGET: 'stand-in',
    });
    expect(output).toMatch(/\d+ passed/);
    expect({ status, output }).toEqual({ status: 0, output });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
