import { expect, it } from 'vitest';
import { Task } from '../../../../src/renderer/kit/async/task.svelte.ts';
import { fail } from '../../../../src/shared/failure.ts';

it('is busy while the work runs, and gives its answer', async () => {
  const task = new Task();
  const running = task.run(() => Promise.resolve('here'));
  expect(task.isBusy).toBe(true);
  expect(await running).toBe('here');
  expect(task.isBusy).toBe(false);
});

it('keeps the failure until the work runs again', async () => {
  const task = new Task();
  expect(await task.run<string>(() => Promise.reject(fail('timeout', 'Too slow.')))).toBeUndefined();
  expect(task.failure).toEqual({ code: 'timeout', message: 'Too slow.' });
  await task.run(() => Promise.resolve(1));
  expect(task.failure).toBeNull();
});

it('drops the answer and the failure of work that nobody waits for any more', async () => {
  const task = new Task();
  const late = Promise.withResolvers<string>();
  const first = task.run(() => late.promise);
  task.cancel();
  expect(task.isBusy).toBe(false);
  const failing = Promise.withResolvers<string>();
  const second = task.run(() => failing.promise);
  const third = task.run(() => Promise.resolve('third'));
  late.resolve('late');
  failing.reject(fail('timeout', 'Too slow.'));
  expect(await first).toBeUndefined();
  expect(await second).toBeUndefined();
  expect(await third).toBe('third');
  expect(task.failure).toBeNull();
});

it('takes work back when it is left, and when other work takes its place', async () => {
  const task = new Task();
  const signals: AbortSignal[] = [];
  const keep = (signal: AbortSignal): Promise<string> => {
    signals.push(signal);
    return Promise.resolve('here');
  };
  const first = task.run(keep);
  const second = task.run(keep);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(await first).toBeUndefined();
  expect(await second).toBe('here');
  void task.run(keep);
  task.cancel();
  expect(signals.at(-1)?.aborted).toBe(true);
});
