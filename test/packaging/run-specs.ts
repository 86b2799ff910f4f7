import { spawnSync } from 'node:child_process';
import { root, toolScript } from '../../scripts/steps.mjs';

/**
 * Runs end-to-end specs in a run of their own.
 *
 * @param files below `test/e2e`
 * @param env added to this process's own
 * @returns the exit code, and everything that was printed
 */
export function runSpecs(
  files: readonly string[],
  env: NodeJS.ProcessEnv,
): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      toolScript('playwright'),
      'test',
      '--project=app',
      '--reporter=list',
      // Other tests keep the processors busy meanwhile, and each worker starts a desktop and an app.
      '--workers=2',
      // A run clears its folder, and `npm test` runs other specs at the same time.
      '--output=test-results/packages',
      ...files.map((file) => `test/e2e/${file}`),
    ],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 2 ** 20,
      env: { ...process.env, TEST_REPORT: undefined, ...env },
    },
  );
  return { status, output: stdout + stderr };
}
