/** What tests need of the system: a test whose program is missing is skipped, and `npm test` counts why. */
import { TestRunner } from 'vitest';
import { isKeytarBuilt } from '../../scripts/setup.mjs';
import { isMissing, toBuild, toTest } from '../../scripts/system-packages.mjs';

const known = [...toBuild, ...toTest, { name: 'keytar', isThere: () => isKeytarBuilt() }];

/**
 * Which of these are missing.
 *
 * @param names of packages as Debian calls them, or `keytar`
 * @returns the reason to skip what needs them, such as `needs squid, openssl`; undefined if all are there
 * @throws if the set-up installs no package of this name
 */
export function lacks(...names: readonly string[]): string | undefined {
  const missing = names.filter((name) => {
    const found = known.find((candidate) => candidate.name === name);
    if (!found) throw new Error(`scripts/system-packages.mjs does not name "${name}".`);
    return isMissing(found);
  });
  return missing.length > 0 ? `needs ${missing.join(', ')}` : undefined;
}

/**
 * Skips the running test of vitest if one of these is missing. Not for `beforeAll`, which belongs to no test.
 *
 * @param names as for `lacks`
 */
export function needs(...names: readonly string[]): void {
  const reason = lacks(...names);
  if (reason === undefined) return;
  const test = TestRunner.getCurrentTest();
  if (!test) throw new Error(`This ${reason}.`);
  test.context.skip(reason);
}
