import { expect, test } from 'vitest';
import { LatestTurn } from '../../../../src/renderer/kit/async/latest-turn.ts';

test('of what is asked for while work is under way, only the last is done', async () => {
  const turn = new LatestTurn();
  const done: string[] = [];
  const gate = Promise.withResolvers<undefined>();
  const first = turn.take(async () => {
    await gate.promise;
    done.push('first');
  });
  const note = (name: string) => async () => {
    await Promise.resolve();
    done.push(name);
  };
  void turn.take(note('second'));
  const third = turn.take(note('third'));
  expect(done).toEqual([]);
  gate.resolve(undefined);
  await Promise.all([first, third]);
  expect(done).toEqual(['first', 'third']);
});

test('work that comes when nothing is under way is done at once', async () => {
  const turn = new LatestTurn();
  const done: number[] = [];
  for (const number of [1, 2, 3]) {
    await turn.take(() => {
      done.push(number);
      return Promise.resolve();
    });
  }
  expect(done).toEqual([1, 2, 3]);
});
