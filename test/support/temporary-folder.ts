import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * Makes a folder that is removed when the running test has finished.
 *
 * @param after when to remove it instead: `afterAll`, from within `beforeAll`
 */
export function makeTemporaryFolder(after: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-test-'));
  after(() => {
    // On Windows, a file that was closed a moment ago may still be in use.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  return folder;
}
