import { expect, it } from 'vitest';
import {
  describeDuration,
  describeEmpty,
  describeProblem,
  describeResumable,
  describeRun,
  describeTimeLeft,
  hasNoResults,
} from '../../../src/renderer/test-runs/describe-run.ts';
import type { TestRunSummary } from '../../../src/shared/test-runs/test-run.ts';

const run: TestRunSummary = {
  id: 1,
  name: '',
  source: 'service',
  settings: null,
  state: 'finished',
  startedAt: '2026-11-21T14:16:00.000Z',
  finishedAt: null,
  urls: ['https://example.com/'],
  proxyUserId: null,
  proxyCount: 250,
  skippedCount: 0,
  skipped: {},
  batchCount: 13,
  batchesDone: 13,
  batchesFailed: 0,
  resultCount: 250,
  successCount: 240,
  proxiesDone: 250,
  proxiesTested: 250,
  proxiesPassed: 240,
  goneCount: 0,
  bytes: 0,
  activeMs: 0,
  problem: null,
};

it.each([
  [{ state: 'finished' }, 'Finished'],
  [{ state: 'running', proxiesDone: 140 }, '140 of 250 proxies'],
  [{ state: 'paused', proxiesDone: 140 }, 'Paused after 140 of 250 proxies'],
  [{ state: 'canceled', proxiesDone: 140 }, 'Canceled after 140 of 250 proxies'],
  [{ state: 'interrupted', proxiesDone: 0, proxyCount: 1 }, 'Interrupted after 0 of 1 proxy'],
] as const)('says how far a run %j came', (part, text) => {
  expect(describeRun({ ...run, ...part }).text).toBe(text);
});

it.each([
  [{ state: 'running' }, 'none'],
  [{ proxiesPassed: 250 }, 'ok'],
  [{ proxiesPassed: 250, batchesFailed: 1 }, 'warn'],
  [{ proxiesPassed: 167 }, 'warn'],
  [{ proxiesPassed: 200, proxiesTested: 200 }, 'warn'],
  [{ proxiesPassed: 0 }, 'bad'],
  [{ proxiesTested: 0, proxiesPassed: 0 }, 'bad'],
] as const)('a run %j has the tone %s', (part, tone) => {
  expect(describeRun({ ...run, ...part }).tone).toBe(tone);
});

it('a run without results says so', () => {
  const empty = { ...run, resultCount: 0, successCount: 0, proxiesTested: 0, proxiesPassed: 0 };
  expect(describeEmpty(empty).title).toBe('No results');
  expect(describeEmpty({ ...empty, state: 'running' }).title).toBe('Waiting for the first result');
  expect([hasNoResults(run), hasNoResults(empty)]).toEqual([false, true]);
  expect(hasNoResults({ ...empty, state: 'running' })).toBe(false);
});

it('says how many requests to the service a problem is about', () => {
  const problem = 'The service had an internal error (status 500).';
  expect(describeProblem(run)).toBeNull();
  expect(describeProblem({ ...run, problem })).toBe(problem);
  expect(describeProblem({ ...run, problem, batchesFailed: 1 })).toBe(
    `1 of 13 requests to the service failed and has no results. ${problem}`,
  );
  expect(describeProblem({ ...run, problem, batchesFailed: 2 })).toMatch(
    /^2 of 13 requests to the service failed and have no results\. /,
  );
});

it('tells how long a running test will take, once a proxy is done', () => {
  const startMs = Date.parse(run.startedAt);
  const left = (proxiesDone: number, minutes: number, state: 'running' | 'finished' = 'running') =>
    describeTimeLeft({ ...run, state, proxyCount: 150, proxiesDone }, startMs + minutes * 60_000);
  expect(left(0, 1)).toBeNull();
  expect(left(5, 1)).toBe('about 29 minutes left');
  expect(left(75, 1)).toBe('about 1 minute left');
  expect(left(149, 10)).toBe('less than a minute left');
  expect(left(1, 2)).toBe('about 5 hours left');
  expect(left(5, 1, 'finished')).toBeNull();
});

it.each([
  [{ activeMs: 73_000, proxiesDone: 2000 }, 'Finished in 1 min 13 s, 27.4 per second'],
  [{ activeMs: 45_000, proxiesDone: 90 }, 'Finished in 45 s, 2.0 per second'],
  [{ activeMs: 500 }, 'Finished'],
  [
    { state: 'paused', activeMs: 3_900_000, proxiesDone: 130 },
    'Paused after 130 of 250 proxies, 1 h 5 min, 0.0 per second',
  ],
] as const)('says how long a run %j took, and how fast it was', (part, text) => {
  expect(describeDuration({ ...run, ...part })).toBe(text);
});

it('says until when a run that stopped can be resumed, if its age removes it', () => {
  const stopped = { ...run, proxiesDone: 20, finishedAt: '2026-11-23T12:00:00.000Z' };
  const paused = { ...stopped, state: 'paused' } as const;
  expect(describeResumable(paused, 90)).toBe('Can be resumed until 21 Feb 2027');
  expect(describeResumable({ ...stopped, state: 'interrupted' }, 7)).toBe('Can be resumed until 30 Nov 2026');
  expect(describeResumable(paused, 0)).toBeNull();
  expect(describeResumable({ ...paused, proxiesDone: 250 }, 90)).toBeNull();
  expect(describeResumable({ ...stopped, state: 'canceled' }, 90)).toBeNull();
});
