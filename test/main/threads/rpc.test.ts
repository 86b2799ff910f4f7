import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { connect, type Call, type Connection, type Functions } from '../../../src/main/threads/rpc.ts';
import { fail } from '../../../src/shared/failure.ts';
import type { Progress } from '../../../src/shared/sync.ts';

interface Sums {
  readonly add: Call<readonly number[], number>;
  readonly refuse: Call<null, never>;
  readonly crash: Call<null, never>;
  /** Ends when it is aborted. */
  readonly wait: Call<null, string>;
  readonly count: Call<number, number>;
}
interface Names {
  readonly greet: Call<string, string>;
}

const sums: Functions<Sums> = {
  add: (numbers) => numbers.reduce((sum, number) => sum + number, 0),
  refuse: () => {
    throw fail('busy', 'Not now.');
  },
  crash: () => {
    throw new Error('a detail that stays inside');
  },
  wait: async (_args, { signal }) => {
    if (!signal.aborted) await once(signal, 'abort');
    return 'aborted';
  },
  count: (end, { report }) => {
    for (let done = 1; done <= end; done += 1) report({ done, total: end });
    return end;
  },
};

/** Two sides that call each other. */
function open(): { near: Connection<Sums>; far: Connection<Names> } {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => {
    port1.close();
    port2.close();
  });
  const near = connect<Sums>(port1);
  near.serve<Names>({ greet: (name) => `Hello, ${name}.` });
  const far = connect<Names>(port2);
  far.serve(sums);
  return { near, far };
}

test('both sides call each other, and replies find their calls', async () => {
  const { near, far } = open();
  const sum = [near.call('add', [1, 2]), near.call('add', [3, 4]), near.call('add', [])];
  expect(await Promise.all(sum)).toEqual([3, 7, 0]);
  expect(await far.call('greet', 'Ada')).toBe('Hello, Ada.');
});

test('failures arrive as they were thrown, other errors without their details', async () => {
  const { near } = open();
  await expect(near.call('refuse', null)).rejects.toMatchObject({ failure: { code: 'busy', message: 'Not now.' } });
  const crash = near.call('crash', null);
  await expect(crash).rejects.toMatchObject({ failure: { code: 'internal' } });
  await expect(crash).rejects.not.toThrow('a detail');
});

test('a signal aborts a call that runs, and a call before its turn never begins', async () => {
  const { call } = open().near;
  const controller = new AbortController();
  const waiting = call('wait', null, { signal: controller.signal });
  // Later than the message with the call, which is sent before.
  setTimeout(() => {
    controller.abort();
  }, 5);
  expect(await waiting).toBe('aborted');
  const late = call('add', [1], { signal: AbortSignal.abort() });
  await expect(late).rejects.toMatchObject({ failure: { code: 'canceled' } });
});

test('progress is reported in order, before the reply', async () => {
  const reported: Progress[] = [];
  await open().near.call('count', 3, { onProgress: (progress) => reported.push(progress) });
  expect(reported).toEqual([1, 2, 3].map((done) => ({ done, total: 3 })));
});

test('arguments that cannot be sent reject their call only', async () => {
  const { near } = open();
  const unsendable = [() => 1] as unknown as number[];
  await expect(near.call('add', unsendable)).rejects.toThrow();
  expect(await near.call('add', [1])).toBe(1);
});

test('a connection that has ended rejects what is pending and what comes later', async () => {
  const { near } = open();
  const waiting = near.call('wait', null);
  near.end(fail('internal', 'The worker died.'));
  await expect(waiting).rejects.toThrow('The worker died.');
  await expect(near.call('add', [1])).rejects.toThrow('The worker died.');
});

test('a thread too busy for messages still sees that it is canceled', async () => {
  // Blocks its event loop until the flag in shared memory says that the call is canceled.
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     parentPort.on('message', ({ kind, id, canceled }) => {
       if (kind !== 'call') return;
       while (Atomics.load(canceled, 0) === 0) Atomics.wait(canceled, 0, 0, 5);
       parentPort.postMessage({ kind: 'result', id, result: { ok: true, value: 'saw it' } });
     });`,
    { eval: true },
  );
  onTestFinished(() => worker.terminate().then(() => undefined));
  const controller = new AbortController();
  const { call } = connect<Sums>(worker);
  const waiting = call('wait', null, { signal: controller.signal });
  // A thread that blocks cannot say so. If it did not yet, it would see the flag as soon as it does.
  setTimeout(() => {
    controller.abort();
  }, 20);
  expect(await waiting).toBe('saw it');
});
