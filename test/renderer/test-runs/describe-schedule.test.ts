import { expect, test } from 'vitest';
import { describeSchedule } from '../../../src/renderer/test-runs/describe-run.ts';

const schedule = { id: 1, name: 'Nightly', viewName: null, everyHours: 6, nextAt: null, problem: null };
const nowMs = Date.parse('2026-11-23T12:00:00.000Z');

test.each([
  [{}, 'Every 6 hours, running now'],
  [{ nextAt: '2026-11-23T12:00:10.000Z' }, 'Every 6 hours, next in a minute'],
  [{ nextAt: '2026-11-23T12:29:00.000Z' }, 'Every 6 hours, next in 29 min'],
  [{ everyHours: 1 }, 'Every hour, running now'],
  [{ viewName: 'US' }, 'Every 6 hours, saved view “US”, running now'],
  [{ nextAt: '2026-11-23T17:58:00.000Z', everyHours: 24 }, 'Every 24 hours, next in 6 h'],
])('a repeated test with %j is described as "%s"', (given, text) => {
  expect(describeSchedule({ ...schedule, ...given }, nowMs)).toEqual({ text, isBad: false });
});

test('a repeated test that could not start is described by the reason', () => {
  expect(describeSchedule({ ...schedule, problem: 'Add keys.' }, nowMs)).toEqual({
    text: 'Could not start: Add keys.',
    isBad: true,
  });
});
