import { expect, test } from 'vitest';
import { startThread, type Call } from '../../../src/main/threads/rpc.ts';

interface Nothing {
  readonly ask: Call<null, string>;
}
const start = { thread: 'demo' } as const;
const moduleOf = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const exitsWhenCalled = moduleOf(
  `import { parentPort } from 'node:worker_threads';
   parentPort.on('message', () => process.exit(1));`,
);
const throwsWhenCalled = moduleOf(
  `import { parentPort } from 'node:worker_threads';
   parentPort.on('message', () => { throw new Error('a detail that stays inside'); });`,
);

test.each([
  ['exits', exitsWhenCalled, 'canceled'],
  ['throws', throwsWhenCalled, 'internal'],
  ['cannot start', moduleOf('throw new Error()'), 'internal'],
])('a worker that %s rejects what is pending and what comes later', async (_, file, code) => {
  const worker = startThread<Nothing>(file, start);
  const failure = { failure: { code } };
  const pending = [worker.call('ask', null), worker.call('ask', null)];
  for (const call of pending) await expect(call).rejects.toMatchObject(failure);
  await worker.exited;
  await expect(worker.call('ask', null)).rejects.toMatchObject(failure);
  await worker.close();
});
