import { spawnSync } from 'node:child_process';
import { root, toolScript } from '../../scripts/steps.mjs';

/**
 * Runs end-to-end specs in a run of their own.
 *
 * @param names of spec files in `test/electron`; those that are slow, too
 * @param env added to this process's own
 * @returns the exit code, and everything that was printed
 */
export function runSpecs(
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      toolScript('playwright'),
      'test',
      '--project=electron',
      '--reporter=list',
      // Other tests keep the processors busy meanwhile, and each worker starts a desktop and an app.
      '--workers=2',
      // A run clears its folder, and `npm test` runs other specs at the same time.
      '--output=test-results/packages',
      ...names.map((name) => `test/electron/${name}.`),
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
