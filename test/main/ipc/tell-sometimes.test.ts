import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tellSometimes } from '../../../src/main/ipc/tell-sometimes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('work that is over in a moment says nothing, longer work four times a second', () => {
  const told: number[] = [];
  const tell = tellSometimes((done: number) => told.push(done));
  for (let done = 1; done <= 100; done += 1) {
    vi.advanceTimersByTime(10);
    tell(done);
  }
  expect(told).toEqual([25, 50, 75, 100]);
});
