import { afterEach, expect, test } from 'vitest';
import type { Handlers } from '../../src/main/ipc/handlers/handlers.ts';
import type { ThreadPool } from '../../src/main/threads/thread-pool.ts';
import { ask } from '../../src/renderer/bridge.ts';
import { fail } from '../../src/shared/failure.ts';
import { stringifyJson } from '../../src/shared/json.ts';
import { writeRequest } from '../../src/shared/request-text.ts';
import { answerRequest } from '../support/answer-request.ts';

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window');
});

/** The window next to a main process without handlers, whose threads answer so. */
function openBetween(answer: () => Promise<string>): void {
  const handlers = {} as Handlers; // none is asked for
  // Only requests that read are asked for: a thread answers them with JSON.
  const workers = { call: answer } as unknown as Pick<ThreadPool, 'call'>;
  const bridge = {
    request: (name: string, args: unknown, number: unknown) =>
      answerRequest({ handlers, session: () => ({ workers }) }, writeRequest(name, args, number)),
  };
  Object.defineProperty(globalThis, 'window', { value: { bridge }, configurable: true });
}

test('an integer beyond 2^53 reaches the window exactly', async () => {
  const record = { balance: 9_007_199_254_740_993n, rate: 0.1 };
  openBetween(() => Promise.resolve(stringifyJson({ row: { service_id: 'a' }, record })));
  const detail = await ask('list:get', { list: 'services', accountId: 'one', id: 'a' });
  expect(detail.record).toEqual(record);
});

test('a failure of the main process is thrown in the window', async () => {
  openBetween(() => Promise.reject(fail('busy', 'A sync is under way.')));
  await expect(ask('list:count', { list: 'proxies', accountId: 'one', where: '' })).rejects.toMatchObject({
    failure: { code: 'busy', message: 'A sync is under way.' },
  });
});

test('invalid arguments reach no handler', async () => {
  openBetween(() => expect.unreachable());
  const wrong = { list: 'proxies', accountId: 'one', where: 7 as unknown as string } as const;
  await expect(ask('list:count', wrong)).rejects.toMatchObject({
    failure: { code: 'invalid-input', message: expect.stringContaining('where') as string },
  });
});

test('a request that was given up before it began is not sent', async () => {
  openBetween(() => expect.unreachable());
  const asked = ask('list:count', { list: 'proxies', accountId: 'one', where: '' }, AbortSignal.abort());
  await expect(asked).rejects.toMatchObject({ failure: { code: 'canceled' } });
});

test('a request that nobody knows is refused', async () => {
  openBetween(() => expect.unreachable());
  await expect(ask('toString' as 'accounts:list', undefined)).rejects.toMatchObject({
    failure: { code: 'invalid-input' },
  });
});
