import { afterEach, expect, test } from 'vitest';
import type { AnswerParts } from '../../src/main/ipc/answer.ts';
import { answerRequest } from '../../src/main/ipc/answer.ts';
import { createRunningRequests } from '../../src/main/ipc/running-requests.ts';
import { ask } from '../../src/renderer/bridge.ts';
import { fail } from '../../src/shared/failure.ts';

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window');
});

/** The window next to a main process that has these handlers only. */
function openBetween(handlers: Partial<AnswerParts['handlers']>): void {
  const log = { info: () => undefined, error: () => undefined };
  const parts = { running: createRunningRequests(), log } as const;
  const bridge = {
    // A handler that is missing would be asked for by a test that names it.
    request: (name: string, args: unknown, number: unknown) =>
      answerRequest(
        { handlers: handlers as AnswerParts['handlers'], ...parts },
        name,
        args,
        number,
      ),
  };
  Object.defineProperty(globalThis, 'window', { value: { bridge }, configurable: true });
}

test('an integer beyond 2^53 reaches the window exactly', async () => {
  const record = { balance: 9_007_199_254_740_993n, rate: 0.1 };
  openBetween({ 'services:get': () => ({ row: { service_id: 'a' }, record }) as never });
  const detail = await ask('services:get', { accountId: 'one', id: 'a' });
  expect(detail.record).toEqual(record);
});

test('a failure of the main process is thrown in the window', async () => {
  openBetween({
    'proxies:count': () => {
      throw fail('busy', 'A sync is under way.');
    },
  });
  await expect(ask('proxies:count', { accountId: 'one', where: '' })).rejects.toMatchObject({
    failure: { code: 'busy', message: 'A sync is under way.' },
  });
});

test('invalid arguments reach no handler', async () => {
  openBetween({ 'proxies:count': () => expect.unreachable() });
  const wrong = { accountId: 'one', where: 7 } as unknown as { accountId: string; where: string };
  await expect(ask('proxies:count', wrong)).rejects.toMatchObject({
    failure: { code: 'invalid-input', message: expect.stringContaining('where') as string },
  });
});

test('a request that nobody knows is refused', async () => {
  openBetween({});
  await expect(ask('toString' as 'accounts:list', undefined)).rejects.toMatchObject({
    failure: { code: 'invalid-input' },
  });
});
