import { expect, test } from 'vitest';
import { createLatestRunner } from '../../../../src/renderer/kit/async/promises.ts';

test('of the work requested while other work runs, only the last is run', async () => {
  const runLatest = createLatestRunner();
  const done: string[] = [];
  const gate = Promise.withResolvers<undefined>();
  const first = runLatest(async () => {
    await gate.promise;
    done.push('first');
  });
  const note = (name: string) => async () => {
    await Promise.resolve();
    done.push(name);
  };
  void runLatest(note('second'));
  const third = runLatest(note('third'));
  expect(done).toEqual([]);
  gate.resolve(undefined);
  await Promise.all([first, third]);
  expect(done).toEqual(['first', 'third']);
});

test('work that is requested while nothing runs is run at once', async () => {
  const runLatest = createLatestRunner();
  const done: number[] = [];
  for (const number of [1, 2, 3]) {
    await runLatest(() => {
      done.push(number);
      return Promise.resolve();
    });
  }
  expect(done).toEqual([1, 2, 3]);
});
