import { expect, test } from 'vitest';
import { cutRows, readPage } from '../../../src/main/api/page-rows.ts';
import { parseJson, stringifyJson, type JsonValue } from '../../../src/shared/json.ts';
import { readRecords } from './read-records.ts';
import { createRandom } from '../../support/random.ts';

/** Reads a page as it is received, and says whether its rows were cut out of it. */
function read(text: string): { ids: (string | undefined)[]; fields: JsonValue[]; isCut: boolean } {
  const body = Buffer.from(text);
  const cut = cutRows(body) ?? null;
  const records = readRecords(readPage({ body, cut }, 1, 'id'));
  return {
    ids: records.map(({ id }) => id),
    fields: records.map(({ fields }) => fields),
    isCut: cut !== null,
  };
}
const page = (data: readonly JsonValue[], more = {}): string =>
  stringifyJson({ data, item_count: data.length, page: 1, total_count: data.length, ...more });

test('rows of one shape are cut out and read one by one', () => {
  const data = [0, 1, 2].map((number) => ({ id: `r${number}`, big: 9007199254740993n, list: [1] }));
  expect(read(page(data))).toEqual({ ids: ['r0', 'r1', 'r2'], fields: data, isCut: true });
});

test('digests tell rows apart by every byte, and equal ones are equal', () => {
  const digests = (data: JsonValue[]): string[] => {
    const cut = cutRows(Buffer.from(page(data)));
    return data.map((_, row) =>
      Buffer.from(cut?.digests.subarray(row * 16, row * 16 + 16) ?? []).toString('hex'),
    );
  };
  const [one, two, three] = digests([
    { id: 'a', x: 1 },
    { id: 'a', x: 1 },
    { id: 'a', x: 2 },
  ]);
  expect(one).toBe(two);
  expect(one).not.toBe(three);
});

test.each<[string, JsonValue[]]>([
  [
    'lists of objects that begin like a row',
    [{ id: 'a', list: [{ id: 'b' }, { id: 'c' }] }, { id: 'd' }],
  ],
  ['such a list in the last row', [{ id: 'a' }, { id: 'd', list: [{ id: 'b' }, { id: 'c' }] }]],
  ['rows that begin with other fields', [{ id: 'a' }, { name: 'x', id: 'b' }, { id: 'c' }]],
  [
    'as many false seams as true ones are missing',
    [
      { id: 'a', list: [{ id: 'x' }, { id: 'y' }] },
      { name: 'b', id: 'b' },
    ],
  ],
  [
    'seams inside a text',
    [
      { id: 'a', text: '},{"id":"x"' },
      { id: 'b', text: '}],"' },
    ],
  ],
  ['values that are not objects', [{ id: 'a' }, 'text', null, [{ id: 'z' }], { id: 'b' }]],
  ['a list of lists of objects', [{ id: 'a', list: [[{ id: 'b' }], [{ id: 'c' }]] }]],
  ['an empty object in front', [{}, { id: 'a' }]],
  ['nothing', []],
])('a page with %s is read as a parser reads it', (_, data) => {
  const wanted = data.filter(
    (row) => typeof row === 'object' && row !== null && !Array.isArray(row) && 'id' in row,
  );
  expect(read(page(data)).fields).toEqual(wanted);
  expect(
    read(stringifyJson({ message: 'm', page: 1, item_count: data.length, data })).fields,
  ).toEqual(wanted);
  // Wrong, missing or foreign counters change nothing of what is read.
  expect(read(page(data, { item_count: data.length + 1 })).fields).toEqual(wanted);
  expect(read(stringifyJson({ data })).fields).toEqual(wanted);
});

test('a page with line breaks and blanks is parsed as a whole', () => {
  const data = [{ id: 'a' }, { id: 'b' }];
  const answer = { data, item_count: 2, page: 1, total_count: 2 };
  expect(read(JSON.stringify(answer, null, 2))).toEqual({
    ids: ['a', 'b'],
    fields: data,
    isCut: false,
  });
});

test('2,000 pages of random rows are read as a parser reads them, cut or not', () => {
  const draw = createRandom(7);
  const value = (depth: number): JsonValue => {
    switch (draw(depth > 2 ? 4 : 7)) {
      case 0:
        return draw(1000);
      case 1:
        return ['},{"id":"', '}]', '"data":[{"', 'plain', '\\', '\u2028é😀'][draw(6)] ?? '';
      case 2:
        return null;
      case 3:
        return draw(2) === 0;
      case 4:
        return Array.from({ length: draw(4) }, () => value(depth + 1));
      default:
        return row(depth + 1);
    }
  };
  const row = (depth: number): JsonValue => {
    const fields: [string, JsonValue][] = [
      ['id', `r${draw(50)}`],
      ['data', value(depth)],
      ['list', value(depth)],
    ];
    const names = draw(4) === 0 ? fields.toReversed() : fields;
    return Object.fromEntries(names.slice(0, 1 + draw(3)));
  };
  let cutCount = 0;
  for (let round = 0; round < 2000; round += 1) {
    const data = Array.from({ length: draw(6) }, () => (draw(9) === 0 ? value(2) : row(0)));
    const text = page(data);
    const { fields, isCut } = read(text);
    cutCount += Number(isCut);
    const parsed = (parseJson(text) as { data: JsonValue[] }).data; // what `page` wrote
    expect(fields).toEqual(
      parsed.filter(
        (item) => typeof item === 'object' && item !== null && !Array.isArray(item) && 'id' in item,
      ),
    );
  }
  // Both ways were taken often.
  expect(cutCount).toBeGreaterThan(200);
  expect(cutCount).toBeLessThan(1900);
});

test.each(['}]', '\\"}]', '{"a":', '},{"proxy_id"', '},'])(
  '16 MiB of %s are looked through once',
  (text) => {
    const filler = text.repeat(Math.ceil((16 * 1024 * 1024) / text.length));
    for (const name of ['a', 'proxy_id']) {
      const body = Buffer.from(`{"data":[{"${name}":"${filler}"}],"item_count":2}`);
      const startMs = performance.now();
      body.toString('latin1');
      const onceMs = performance.now() - startMs;
      expect(cutRows(body)).toBeUndefined();
      // A search that began again for every place would take hours.
      expect(performance.now() - startMs).toBeLessThan(200 * onceMs);
    }
  },
);
