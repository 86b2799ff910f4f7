import { expect, test } from 'vitest';
import { createQueue, queueOf, type Queue } from '../../src/shared/queue.ts';

test('tasks run one after another, in their order, also after one that fails', async () => {
  const inTurn = createQueue();
  const events: string[] = [];
  const first = inTurn(async () => {
    events.push('first begins');
    await Promise.resolve();
    events.push('first fails');
    throw new Error('first');
  });
  const second = inTurn(() => {
    events.push('second');
    return 2;
  });
  const third = inTurn(() => {
    throw new Error('third');
  });
  await expect(first).rejects.toThrow('first');
  await expect(second).resolves.toBe(2);
  await expect(third).rejects.toThrow('third');
  expect(events).toEqual(['first begins', 'first fails', 'second']);
});

test('the tasks of one key do not wait for those of another', async () => {
  const queues = new Map<string, Queue>();
  const { promise: blocked, resolve: release } = Promise.withResolvers<undefined>();
  const waiting = queueOf(queues, 'one')(() => blocked);
  await expect(queueOf(queues, 'other')(() => 'done')).resolves.toBe('done');
  release(undefined);
  await waiting;
  expect([...queues.keys()]).toEqual(['one', 'other']);
});
