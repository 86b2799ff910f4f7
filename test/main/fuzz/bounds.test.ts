import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../src/main/api/http/client.ts';
import { retrieve } from '../../../src/main/api/retrieve.ts';
import { defaultLimits } from '../../../src/main/api/http/send.ts';
import { maxExportUsers, maxLabelLength, maxLabels } from '../../../src/shared/exports/export-options.ts';
import { maxTemplateLength, parseTemplate } from '../../../src/shared/exports/template.ts';
import { asFailure } from '../../../src/shared/failure.ts';
import {
  longestFilter,
  maxTerms,
  maxTermValues,
  namePartWeight,
  wordWeight,
} from '../../../src/shared/filter/query-term.ts';
import { maxRows } from '../../../src/shared/ipc.ts';
import {
  longestId,
  longestRequest,
  maxCharacters,
  maxIds,
  maxLevels,
  writeRequest,
} from '../../../src/shared/request-text.ts';
import { maxNote, maxTagName } from '../../../src/shared/tag.ts';
import { openApp } from '../../support/open-app.ts';
import { answerRequest } from '../../support/answer-request.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { keys, serve } from '../api/serve.ts';

const numbered = (count: number, prefix = ''): string[] =>
  Array.from({ length: count }, (_, number) => `${prefix}${String(number + 1)}`);

const count = (where: string) => ['list:count', { list: 'proxies', where }] as const;
const stillFound = (ids: readonly string[]) => ['list:still-found', { list: 'proxies', where: '', ids }] as const;
const save = (content: object) => ['saved:put', { kind: 'view', name: 'Mine', content }] as const;
const put = (ids: readonly string[], options: object) => {
  const choices = { proxyUserId: 'alice', format: 'url', protocol: 'http', ip: '4', options };
  const proxies = { kind: 'ids', ids };
  return ['presets:put', { name: 'Mine', choices: { ...choices, proxies } }] as const;
};
const rows = { kind: 'query', where: '' };

function nest(levels: number): object {
  let value: object = {};
  for (let level = 1; level < levels; level += 1) value = { value };
  return value;
}

/** A bound of a request, a request of a size for it, and how one that is above is refused. */
const bounds: readonly [
  what: string,
  bound: number,
  make: (size: number) => readonly [name: string, args: object],
  refusal: string,
][] = [
  ['selected rows', maxIds, (size) => stillFound(numbered(size)), 'At most 200,000 rows'],
  ['characters of an ID', longestId, (size) => stillFound(['x'.repeat(size)]), 'At most 200,000'],
  [
    'characters of stored JSON',
    maxCharacters - '{"t":""}'.length,
    (size) => save({ t: 'x'.repeat(size) }),
    'at content',
  ],
  ['levels of stored JSON', maxLevels, (size) => save(nest(size)), 'at content'],
  ['labels', maxLabels, (size) => put([], { labels: numbered(size) }), 'at choices.options.labels'],
  [
    'characters of a label',
    maxLabelLength,
    (size) => put([], { labels: ['x'.repeat(size)] }),
    'at choices.options.labels',
  ],
  [
    'further users of an export',
    maxExportUsers - 1,
    (size) => put([], { otherUserIds: numbered(size) }),
    'at choices.options.otherUserIds',
  ],
  [
    'rows of a reply',
    maxRows,
    (limit) => ['list:rows', { list: 'proxies', where: '', sort: [], offset: 0, limit }],
    'at limit',
  ],
  ['characters of a filter', longestFilter, (size) => count(' '.repeat(size)), 'at where'],
  ['terms of a filter', maxTerms, (size) => count(numbered(size, 'port:').join(' ')), 'terms at most'],
  ['values of a filter', maxTermValues, (size) => count(`port:${numbered(size).join(',')}`), 'values at most'],
  [
    'words of a filter',
    maxTermValues / wordWeight,
    (size) => count(numbered(size, 'word').join(' ')),
    'values at most',
  ],
  [
    'parts of names of a filter',
    maxTermValues / namePartWeight,
    (size) => count(`city:${numbered(size, 'part').join(',')}`),
    'values at most',
  ],
  ['characters of a note', maxNote, (size) => ['notes:put', { rows, note: 'x'.repeat(size) }], 'at note'],
  [
    'characters of a tag',
    maxTagName,
    (size) => ['tags:change', { rows, add: ['x'.repeat(size)], remove: [] }],
    'at add.0',
  ],
];

test('a request at each of its bounds is answered, and one above is refused with the reason', async () => {
  const { handlers, session, accountId } = await openApp({ isSynced: true });
  for (const [what, bound, make, refusal] of bounds) {
    const answer = (size: number): Promise<string> => {
      const [name, args] = make(size);
      return answerRequest({ handlers, session }, writeRequest(name, { accountId, ...args }));
    };
    expect((await answer(bound)).slice(0, 300), what).toContain('"ok":true');
    const above = await answer(bound + 1);
    expect(above, what).toContain('"invalid-input"');
    expect(above, what).toContain(refusal);
  }
});

test('a preset just within its bound is saved, one just above it is not', async () => {
  const { handlers, session, accountId } = await openApp();
  const parts = { handlers, session };
  // An ID has quotes and a comma; everything else in the preset is shorter than five IDs.
  const most = Math.floor(maxCharacters / (36 + 3));
  for (const [size, answer] of [
    [most - 5, '"ok":true'],
    [most + 1, 'too many rows for a preset'],
  ] as const) {
    const ids = numbered(size).map((id) => id.padStart(36));
    const [name, args] = put(ids, {});
    expect(await answerRequest(parts, writeRequest(name, { accountId, ...args }))).toContain(answer);
  }
});

test('the longest text of a request is answered, and one more character is refused', async () => {
  const { handlers, session, accountId } = await openApp();
  const parts = { handlers, session };
  const make = (length: number): string => {
    const write = (ids: number, spaces: number): string =>
      writeRequest('list:still-found', {
        accountId,
        list: 'proxies',
        where: ' '.repeat(spaces),
        ids: Array.from({ length: ids }, () => 'x'.repeat(longestId)),
      });
    const ids = Math.floor((length - 1000) / (longestId + 3));
    return write(ids, length - write(ids, 0).length);
  };
  for (const length of [longestRequest, longestRequest + 1]) {
    const sent = make(length);
    expect(sent).toHaveLength(length);
    const answer = length <= longestRequest ? '"ok":true' : 'names too many rows';
    expect(await answerRequest(parts, sent)).toContain(answer);
  }
});

test('a template has at most its bound of characters', () => {
  const make = (length: number): string => '{host}'.padEnd(length, '-');
  for (const length of [maxTemplateLength - 1, maxTemplateLength]) {
    expect(parseTemplate(make(length)).ok).toBe(true);
  }
  expect(parseTemplate(make(maxTemplateLength + 1)).ok).toBe(false);
});

test('a response of as many bytes as are allowed is read, and one more byte is too large', async () => {
  const { maxBodyBytes } = defaultLimits;
  let size = 0;
  const { baseUrl } = await serve((_request, response) => {
    const empty = JSON.stringify({ data: { customer_id: 7 }, message: '' });
    const message = 'x'.repeat(size - empty.length);
    response.end(JSON.stringify({ data: { customer_id: 7 }, message }));
  });
  const client = createClient({ baseUrl, ...keys, clock: createTestClock() });
  onTestFinished(() => client.close());
  size = maxBodyBytes;
  expect(await retrieve(client, 'customer')).toMatchObject({ customer_id: 7 });
  size = maxBodyBytes + 1;
  const code = await retrieve(client, 'customer').catch((error: unknown) => asFailure(error).code);
  expect(code).toBe('too-large');
});
