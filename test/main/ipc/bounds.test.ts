import { expect, test } from 'vitest';
import { answerRequest } from '../../../src/main/ipc/answer.ts';
import { createRunningRequests } from '../../../src/main/ipc/running-requests.ts';
import { isBoundedJsonObject, isIdList, mostIds } from '../../../src/shared/bounded-json.ts';
import { asFailure } from '../../../src/shared/failure.ts';
import { requests } from '../../../src/shared/ipc.ts';
import { openApp } from '../../support/open-app.ts';

const nest = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { value };
  return value;
};

test.each<[string, unknown]>([
  ['50 MB of text', { text: 'x'.repeat(50_000_000) }],
  ['a million small values', { list: Array.from({ length: 1_000_000 }, () => 1) }],
  ['a sparse list', { list: new Array(2 ** 31) }],
  ['5,000 levels', nest(5000)],
  ['a Map', { map: new Map() }],
  ['a Date', { date: new Date() }],
  ['toJSON', { toJSON: () => 'other' }],
  ['NaN', { number: NaN }],
  ['a bigint', { number: 1n }],
  ['a list', []],
  ['null', null],
])('content that is %s is refused', (_what, content) => {
  expect(isBoundedJsonObject(content)).toBe(false);
  const saved = { accountId: 'a', kind: 'view', name: 'x', content };
  expect(requests['saved:put'].safeParse(saved).success).toBe(false);
});

test('content that is deep but within the bounds is accepted', () => {
  expect(isBoundedJsonObject(nest(30))).toBe(true);
  expect(isBoundedJsonObject({ text: 'x'.repeat(200_000), list: [null, true, 'a', 1.5] })).toBe(
    true,
  );
});

test('a list of IDs has texts of at most 1,000 characters, and no holes', () => {
  expect(isIdList(['a', 'b'.repeat(1000)])).toBe(true);
  for (const ids of [['b'.repeat(1001)], [1], new Array(2), 'ab', null]) {
    expect(isIdList(ids)).toBe(false);
  }
  const ids = { accountId: 'a', proxies: { kind: 'ids', ids: ['x'.repeat(1001)] } };
  expect(requests['access:check'].safeParse(ids).success).toBe(false);
});

test('a request names at most 200,000 rows, and the refusal says what to do', async () => {
  const { handlers, accountId } = await openApp();
  const log = { info: () => undefined, error: () => undefined };
  const parts = { handlers, running: createRunningRequests(), log };
  const ids = Array.from({ length: mostIds + 1 }, (_, number) => String(number));
  for (const [name, args] of [
    ['proxies:still-found', { accountId, where: '', ids }],
    ['access:check', { accountId, proxies: { kind: 'ids', ids } }],
    ['access:check', { accountId, proxies: { kind: 'query', where: '', excludedIds: ids } }],
  ]) {
    expect(await answerRequest(parts, name, args, 1)).toContain('At most 200,000 rows');
  }
  const most = { accountId, where: '', ids: ids.slice(1) };
  expect(await answerRequest(parts, 'proxies:still-found', most, 1)).toContain('"ok":true');
});

test('an ID that is not well-formed text is rejected before anything is sent', async () => {
  const { ask, accountId, demo } = await openApp();
  const before = demo.requests.length;
  for (const id of ['\ud800', 'a\udfff', '.', '..']) {
    const failure = await ask('proxies:retrieve', { accountId, id }).then(
      () => undefined,
      (error: unknown) => asFailure(error),
    );
    expect(failure?.code).toBe('invalid-input');
  }
  expect(demo.requests.length).toBe(before);
});

test('a test URL with a user name or a password is rejected and not repeated', async () => {
  const { ask, accountId } = await openApp();
  for (const url of ['https://user:hidden@example.com/', 'https://hidden@example.com/']) {
    const start = { accountId, proxies: { kind: 'ids', ids: ['x'] }, urls: [url] } as const;
    const failure = await ask('tests:start', start).then(
      () => undefined,
      (error: unknown) => asFailure(error),
    );
    expect(failure).toMatchObject({ code: 'invalid-input' });
    expect(failure?.message).not.toContain('hidden');
  }
});
