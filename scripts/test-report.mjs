// @ts-check
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} TestReport what one runner counted
 * @property {number} passed those that passed, at whichever attempt
 * @property {number} skipped
 * @property {Record<string, number>} lacking how many of those were skipped for want of programs, by the reason, such
 *   as `needs squid`
 * @property {string[]} failed the name of each test that failed, with the first line of its error
 * @property {string[]} retried the same of each test that passed only at its second attempt
 */

/**
 * Reporter of vitest and of Playwright at once: writes what both count in the same form to the file
 * that `TEST_REPORT` names, because `npm test` adds them up.
 */
export default class CountingReporter {
  /** @type {TestReport} */
  #report = { passed: 0, skipped: 0, lacking: {}, failed: [], retried: [] };

  /** @type {import('@playwright/test/reporter').Suite | undefined} */
  #specs;

  /**
   * Vitest's last call.
   *
   * @param {readonly import('vitest/node').TestModule[]} modules
   */
  onTestRunEnd(modules) {
    for (const module of modules) {
      const file = module.relativeModuleId;
      for (const error of module.errors()) this.#fail(file, error.message);
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors()) this.#fail(`${file} > ${suite.fullName}`, error.message);
      }
      for (const test of module.children.allTests()) {
        const name = `${file} > ${test.fullName}`;
        const result = test.result();
        const { state, errors } = result;
        if (state === 'failed') this.#fail(name, errors[0]?.message);
        else if (state === 'passed') this.#pass(name, test.diagnostic()?.flaky === true, errors?.[0]?.message);
        else this.#skip(result.state === 'skipped' ? result.note : undefined);
      }
    }
    this.#write();
  }

  /**
   * Playwright's first call.
   *
   * @param {import('@playwright/test/reporter').FullConfig} _config
   * @param {import('@playwright/test/reporter').Suite} specs
   */
  onBegin(_config, specs) {
    this.#specs = specs;
  }

  /** Playwright's last call. */
  onEnd() {
    for (const test of this.#specs?.allTests() ?? []) {
      const name = `${relative('', test.location.file)} > ${test.title}`;
      const outcome = test.outcome();
      if (outcome === 'unexpected') this.#fail(name, test.results.at(-1)?.error?.message);
      else if (outcome === 'skipped') {
        this.#skip(test.annotations.find(({ type }) => type === 'skip')?.description);
      } else this.#pass(name, outcome === 'flaky', test.results[0]?.error?.message);
    }
    this.#write();
  }

  /** Playwright leaves its progress to the other reporter. */
  printsToStdio() {
    return false;
  }

  /**
   * @param {string} name
   * @param {string | undefined} message
   */
  #fail(name, message = '') {
    this.#report.failed.push(describeFailure(name, message));
  }

  /**
   * @param {string} name
   * @param {boolean} isSecondAttempt
   * @param {string | undefined} message of the first attempt
   */
  #pass(name, isSecondAttempt, message = '') {
    this.#report.passed += 1;
    if (isSecondAttempt) this.#report.retried.push(describeFailure(name, message));
  }

  /** @param {string | undefined} reason */
  #skip(reason = '') {
    this.#report.skipped += 1;
    if (!reason.startsWith('needs ')) return;
    this.#report.lacking[reason] = (this.#report.lacking[reason] ?? 0) + 1;
  }

  #write() {
    const file = process.env['TEST_REPORT'];
    if (file) writeFileSync(file, JSON.stringify(this.#report));
  }
}

/**
 * @param {string} name
 * @param {string} message of which the first line counts
 */
const describeFailure = (name, message) => `${name}: ${stripVTControlCharacters(message).split('\n', 1)[0]}`;

/**
 * The end of `npm test`, whose output is long and is cut where it is shown.
 *
 * @param {TestReport} total
 * @param {{ isStrict: boolean, remedy: string | undefined }} options `isStrict`: a missing program is a failure;
 *   `remedy`: the command that brings what is missing
 * @returns {{ text: string, exitCode: number }}
 */
export function summarize({ passed, skipped, lacking, failed, retried }, { isStrict, remedy }) {
  const groups = Object.entries(lacking).map(
    ([reason, count]) => `${count} ${count === 1 ? 'test' : 'tests'}: ${reason}`,
  );
  const failures = [...failed, ...(isStrict ? groups.map((group) => `not run, ${group}`) : [])];
  return {
    text: [
      ...listTests('Passed at the second attempt', retried),
      ...listTests('Skipped', groups),
      ...(groups.length > 0 && remedy ? ['', 'To run them too:', '', `  ${remedy}`] : []),
      ...listTests('Failed', failures),
      '',
      `${passed} passed, ${failures.length} failed, ${skipped} skipped`,
    ].join('\n'),
    exitCode: failures.length > 0 ? 1 : 0,
  };
}

/**
 * @param {string} title
 * @param {readonly string[]} tests
 */
const listTests = (title, tests) => (tests.length > 0 ? ['', `${title}:`, ...tests.map((test) => `- ${test}`)] : []);
