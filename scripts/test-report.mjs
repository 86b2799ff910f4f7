// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} TestReport what one runner counted
 * @property {number} passed
 * @property {number} skipped
 * @property {Record<string, number>} lacking how many of those were skipped for want of programs, by the reason, such
 *   as `needs squid`
 * @property {string[]} failed the name of each test that failed, with the first line of its error
 */

/** @returns {TestReport} */
export const emptyReport = () => ({ passed: 0, skipped: 0, lacking: {}, failed: [] });

/**
 * Adds what a runner counted to the sum. A runner that ends badly has failed even if its report names no failure.
 *
 * @param {TestReport} total
 * @param {string} title of the runner
 * @param {string} file that its reporter has written
 * @param {number} code its exit code
 */
export function addReport(total, title, file, code) {
  let counted = emptyReport();
  try {
    counted = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`The report of this run cannot be read: ${String(error)}`);
  }
  total.passed += counted.passed;
  total.skipped += counted.skipped;
  total.failed.push(...counted.failed);
  for (const [reason, count] of Object.entries(counted.lacking)) {
    total.lacking[reason] = (total.lacking[reason] ?? 0) + count;
  }
  if (code !== 0 && counted.failed.length === 0) total.failed.push(`${title}: ended with exit code ${code}`);
}

/**
 * Reporter of vitest and of Playwright at once: writes what both count in the same form to the file
 * that `TEST_REPORT` names, because `npm test` adds them up.
 */
export default class CountingReporter {
  #report = emptyReport();

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
        if (result.state === 'failed') this.#fail(name, result.errors[0]?.message);
        else if (result.state === 'passed') this.#report.passed += 1;
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
      } else this.#report.passed += 1;
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
export function summarize({ passed, skipped, lacking, failed }, { isStrict, remedy }) {
  const groups = Object.entries(lacking).map(
    ([reason, count]) => `${count} ${count === 1 ? 'test' : 'tests'}: ${reason}`,
  );
  const failures = [...failed, ...(isStrict ? groups.map((group) => `not run, ${group}`) : [])];
  return {
    text: [
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
