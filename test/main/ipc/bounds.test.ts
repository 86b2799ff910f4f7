import { expect, test } from 'vitest';
import { asFailure } from '../../../src/shared/failure.ts';
import { requests } from '../../../src/shared/ipc.ts';
import {
  isIdList,
  isStorable,
  longestRequest,
  readRequest,
  requestTooLong,
  writeRequest,
} from '../../../src/shared/request-text.ts';
import { defaultLocalTest } from '../../../src/shared/test-runs/test-run.ts';
import { openApp } from '../../support/open-app.ts';
import { answerRequest } from '../../support/answer-request.ts';

const nest = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { value };
  return value;
};

test.each<[string, unknown]>([
  ['300,000 characters of text', { text: 'x'.repeat(300_000) }],
  ['a million small values', { list: Array.from({ length: 1_000_000 }, () => 1) }],
  ['33 levels', nest(33)],
  ['5,000 levels', nest(5000)],
  ['an integer beyond 2^53', { number: 9_007_199_254_740_993n }],
  ['a list', []],
  ['null', null],
])('content that is %s is refused', (_what, content) => {
  expect(isStorable(content)).toBe(false);
  const saved = { accountId: 'a', kind: 'view', name: 'x', content };
  expect(requests['saved:put'].safeParse(saved).success).toBe(false);
});

test('content that is deep but within the bounds is accepted', () => {
  expect(isStorable(nest(32))).toBe(true);
  expect(isStorable({ text: 'x'.repeat(200_000), list: [null, true, 'a', 1.5] })).toBe(true);
});

test('a list of IDs has texts of at most 1,000 characters, and no holes', () => {
  expect(isIdList(['a', 'b'.repeat(1000)])).toBe(true);
  for (const ids of [['b'.repeat(1001)], [1], new Array(2), 'ab', null]) {
    expect(isIdList(ids)).toBe(false);
  }
  const ids = { accountId: 'a', proxies: { kind: 'ids', ids: ['x'.repeat(1001)] } };
  expect(requests['access:check'].safeParse(ids).success).toBe(false);
});

test('a request is refused by its length before it is parsed, and then by its shape', async () => {
  const { handlers, session } = await openApp();
  for (const [sent, message] of [
    // What is parsed first would be refused for its shape; `fuzz/bounds` has the longest one that is read.
    ['x'.repeat(longestRequest + 1), requestTooLong],
    ['['.repeat(100_000), 'not JSON'],
    ['{"a":'.repeat(100_000), 'not JSON'],
    [`[${'['.repeat(100_000)}${']'.repeat(100_000)}]`, 'not an object'],
    [{ name: 'sync:state' }, 'not text'],
    ['[]', 'not an object'],
  ] as const) {
    const reply = await answerRequest({ handlers, session }, sent);
    expect(reply).toContain(message);
    expect(reply).toContain('"invalid-input"');
  }
});

test('an integer beyond 2^53 reaches the main process exactly', () => {
  const content = { balance: 9_007_199_254_740_993n };
  expect(readRequest(writeRequest('saved:put', content, 1))).toEqual({
    name: 'saved:put',
    args: content,
    number: 1,
  });
});

test('requests for an account that does not exist write no line to the log', async () => {
  const { handlers, session } = await openApp();
  const lines: string[] = [];
  const log = { info: () => undefined, error: (line: string) => lines.push(line) };
  const parts = { handlers, session, log };
  for (const name of ['sync:state', 'tags:list']) {
    const reply = await answerRequest(parts, writeRequest(name, { accountId: 'gone' }));
    expect(reply).toContain('"unknown-account"');
  }
  expect(lines).toEqual([]);
});

test('an ID that is not well-formed text is rejected before anything is sent', async () => {
  const { ask, accountId, demo } = await openApp();
  const before = demo.requests.length;
  for (const id of ['\ud800', 'a\udfff', '.', '..']) {
    const failure = await ask('list:refresh', { list: 'proxies', accountId, id }).then(
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

test('a schedule is refused unless its test could begin', () => {
  const schedule = {
    everyHours: 6,
    where: 'country:US',
    urls: ['https://example.com/'],
    proxyUserId: null,
    settings: null,
  };
  const isAccepted = (content: object): boolean =>
    requests['saved:put'].safeParse({
      ...{ accountId: 'a', kind: 'test-schedule', name: 'US' },
      content: { ...schedule, ...content },
    }).success;
  expect(isAccepted({})).toBe(true);
  expect(isAccepted({ settings: { ...defaultLocalTest } })).toBe(true);
  for (const broken of [
    { everyHours: 'often' },
    { everyHours: 0 },
    { everyHours: 0.5 },
    { where: 'nokey:1' },
    { where: 'country:"US' },
    { urls: [] },
    { urls: ['ftp://example.com/'] },
    { urls: ['https://user:word@example.com/'] },
    { settings: { ...defaultLocalTest, concurrency: 0 } },
    { settings: { ...defaultLocalTest, judgeUrl: 'judge.example' } },
    { other: 1 },
  ]) {
    expect([broken, isAccepted(broken)]).toEqual([broken, false]);
  }
});
