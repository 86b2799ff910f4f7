import { expect, it } from 'vitest';
import {
  describeFigures,
  describeProblem,
  describeResumable,
  describeResults,
  describeRun,
  describeTimeLeft,
  hasNoResults,
} from '../../../src/renderer/tests/describe-run.ts';
import type { TestRunSummary } from '../../../src/shared/testing/test-run.ts';

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
  [{ state: 'finished', batchesFailed: 1 }, 'Finished, 1 batch failed'],
  [{ state: 'running', batchesDone: 7 }, '7 of 13 batches'],
  [{ state: 'paused', batchesDone: 7 }, 'Paused after 7 of 13 batches'],
  [{ state: 'canceled', batchesDone: 7 }, 'Canceled after 7 of 13 batches'],
  [{ state: 'interrupted', batchesDone: 0, batchCount: 1 }, 'Interrupted after 0 of 1 batch'],
] as const)('says how far a run %j came', (part, text) => {
  expect(describeRun({ ...run, ...part }).text).toBe(text);
});

it.each([
  [{ state: 'running' }, 'none'],
  [{ successCount: 250 }, 'ok'],
  [{ successCount: 250, batchesFailed: 1 }, 'warn'],
  [{ successCount: 167 }, 'warn'],
  [{ successCount: 0 }, 'bad'],
  [{ resultCount: 0, successCount: 0 }, 'bad'],
] as const)('a run %j has the tone %s', (part, tone) => {
  expect(describeRun({ ...run, ...part }).tone).toBe(tone);
});

it('a run without results says so', () => {
  const empty = { ...run, resultCount: 0, successCount: 0 };
  expect(describeResults(run)).toBe('240 of 250 passed (96%)');
  expect(describeResults(empty)).toBe('No results');
  expect([hasNoResults(run), hasNoResults(empty)]).toEqual([false, true]);
  expect(hasNoResults({ ...empty, state: 'running' })).toBe(false);
});

it('says how many batches a problem is about', () => {
  const problem = 'The service had an internal error (status 500).';
  expect(describeProblem(run)).toBeNull();
  expect(describeProblem({ ...run, problem })).toBe(problem);
  expect(describeProblem({ ...run, problem, batchesFailed: 1 })).toBe(
    `1 batch of 13 failed and has no results. ${problem}`,
  );
  expect(describeProblem({ ...run, problem, batchesFailed: 2 })).toMatch(
    /^2 batches of 13 failed and have no results\. /,
  );
});

it('tells how long a running test will take, once a batch is done', () => {
  const startMs = Date.parse(run.startedAt);
  const left = (batchesDone: number, minutes: number, state: 'running' | 'finished' = 'running') =>
    describeTimeLeft({ ...run, state, batchCount: 150, batchesDone }, startMs + minutes * 60_000);
  expect(left(0, 1)).toBeNull();
  expect(left(5, 1)).toBe('about 29 minutes left');
  expect(left(75, 1)).toBe('about 1 minute left');
  expect(left(149, 10)).toBe('less than a minute left');
  expect(left(1, 2)).toBe('about 5 hours left');
  expect(left(5, 1, 'finished')).toBeNull();
});

it('says how many proxies passed, and how fast they were', () => {
  const figures = { proxyCount: 46, passedCount: 36, p50: 120, p95: 1340 };
  expect(describeFigures(figures)).toBe(
    '36 of 46 proxies passed (78.3%), response time p50 120, p95 1,340',
  );
  expect(describeFigures({ ...figures, p50: null, p95: null })).toBe(
    '36 of 46 proxies passed (78.3%)',
  );
  expect(describeFigures({ ...figures, proxyCount: 0, passedCount: 0 })).toBe('No results');
});

it('says until when a run that stopped can be resumed, if its age removes it', () => {
  const stopped = { ...run, proxiesDone: 20, finishedAt: '2026-11-23T12:00:00.000Z' };
  const paused = { ...stopped, state: 'paused' } as const;
  expect(describeResumable(paused, 90)).toBe('Can be resumed until 21 Feb 2027');
  expect(describeResumable({ ...stopped, state: 'interrupted' }, 7)).toBe(
    'Can be resumed until 30 Nov 2026',
  );
  expect(describeResumable(paused, 0)).toBeNull();
  expect(describeResumable({ ...paused, proxiesDone: 250 }, 90)).toBeNull();
  expect(describeResumable({ ...stopped, state: 'canceled' }, 90)).toBeNull();
});
