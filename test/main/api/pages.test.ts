import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listPages, searchPages, type Page } from '../../../src/main/api/pages.ts';
import type { ApiClient } from '../../../src/main/api/http/client.ts';
import { startDemoService, type DemoOptions } from '../../support/demo-service.ts';
import type { ReceivedRecord } from '../../../src/shared/records/cached-record.ts';
import { asFailure } from '../../../src/shared/failure.ts';
import { stringifyJson, type JsonValue } from '../../../src/shared/json.ts';
import { readRecords } from './read-records.ts';
import { connect, failureOf, keys, serve } from './serve.ts';

interface PageRead extends Page {
  readonly records: readonly ReceivedRecord[];
}

async function readPages(search: (options: { countSeen: () => number }) => AsyncIterable<Page>): Promise<PageRead[]> {
  const read: PageRead[] = [];
  const seen = new Set<string>();
  for await (const page of search({ countSeen: () => seen.size })) {
    const records = readRecords(page);
    for (const { id } of records) seen.add(id);
    read.push({ ...page, records });
  }
  return read;
}
const idsOf = (pages: readonly PageRead[]): string[] => pages.flatMap(({ records }) => records.map(({ id }) => id));

async function walkDemo(options: DemoOptions): Promise<{ pages: PageRead[]; asked: string[] }> {
  const demo = await startDemoService({ ...options, ...keys });
  onTestFinished(() => demo.close());
  const { client } = connect(demo.baseUrl);
  const pages = await readPages((walk) => listPages(client, 'proxies', walk));
  return { pages, asked: demo.requests.map(({ query }) => query['per_page'] ?? 'none') };
}

interface PageAsked {
  readonly page: number;
  readonly perPage: number;
}
/** Walks a list whose pages a function makes up. */
async function walk(
  answer: (asked: PageAsked) => JsonValue,
): Promise<{ client: ApiClient; arrived: readonly IncomingMessage[]; read: () => Promise<PageRead[]> }> {
  const { baseUrl, arrived } = await serve((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const asked = { page: Number(searchParams.get('page')), perPage: Number(searchParams.get('per_page')) };
    response.end(stringifyJson(answer(asked)));
  });
  const { client } = connect(baseUrl);
  return {
    client,
    arrived,
    read: () => readPages((walk) => searchPages(client, { path: '/list', idField: 'id' }, walk)),
  };
}
const rows = (from: number, to: number): { id: string }[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => ({ id: `r${from + at}` }));

test('a list that fits is one request, page 1 of 1000', async () => {
  const { pages, asked } = await walkDemo({});
  expect(new Set(idsOf(pages)).size).toBe(250);
  expect(asked).toEqual(['1000']);
  expect(pages[0]).toMatchObject({ page: 1, totalCount: 250, rows: { length: 250 } });
});

test('a service that gives fewer rows than asked for is walked to its end', async () => {
  const { pages } = await walkDemo({ maxPerPage: 30 });
  expect(pages).toHaveLength(9);
  expect(new Set(idsOf(pages)).size).toBe(250);
});

test.each([
  [500, ['1000', '500']],
  [120, ['1000', '500', '250', '100', '100', '100']],
  [40, ['1000', '500', '250', '100', 'none', 'none', 'none', 'none', 'none', 'none', 'none']],
])('where more than %i a page is refused, smaller pages are asked for', async (maxPerPage, sizes) => {
  const { pages, asked } = await walkDemo({ maxPerPage, defaultPerPage: 40, oversizedPages: 'refused' });
  expect(asked).toEqual(sizes);
  expect(new Set(idsOf(pages)).size).toBe(250);
});

test('without counters the walk continues until a page has no new rows', async () => {
  const { read } = await walk(({ page }) => ({ data: rows((page - 1) * 10, Math.min(25, page * 10)) }));
  const pages = await read();
  expect(idsOf(pages)).toHaveLength(25);
  expect(pages.every(({ totalCount }) => totalCount === null)).toBe(true);
});

test('counters that are strings are numbers, wrong ones are none', async () => {
  const totals: JsonValue[] = ['25', -3, 'many', null, 2.5];
  const read = await Promise.all(
    totals.map(async (total_count) => {
      const list = await walk(({ page }) => ({
        data: rows((page - 1) * 10, Math.min(25, page * 10)),
        page: String(page),
        total_count,
      }));
      return await list.read();
    }),
  );
  expect(read.map((pages) => pages[0]?.totalCount)).toEqual([25, null, null, null, null]);
  for (const pages of read) expect(new Set(idsOf(pages)).size).toBe(25);
});

test('a shuffled list gives every row that it shows, and each page its own total', async () => {
  const order = [3, 0, 2, 1].flatMap((block) => rows(block * 5, block * 5 + 5));
  const { read } = await walk(({ page }) => ({ data: order.slice((page - 1) * 5, page * 5), total_count: 20 }));
  expect(new Set(idsOf(await read())).size).toBe(20);
});

test('a service that repeats one page for ever is left after three pages without a new row', async () => {
  const { read, arrived } = await walk(() => ({ data: rows(0, 5), total_count: 1_000 }));
  expect(await read()).toHaveLength(1 + 3);
  // Not more than were asked for ahead.
  expect(arrived.length).toBeLessThanOrEqual(1 + 3 + 8);
});

test.each([
  [30, 'none'],
  [29, 'incomplete'],
])('a list of 30 rows and a bound of %i ends with the failure: %s', async (maxRows, code) => {
  const { client } = await walk(({ page }) => ({ data: rows(page * 10, page * 10 + 10), page }));
  const seen = new Set<string>();
  const read = async (): Promise<void> => {
    const options = { countSeen: () => seen.size, maxRows };
    for await (const found of searchPages(client, { path: '/list', idField: 'id' }, options)) {
      for (const { id } of readRecords(found)) seen.add(id);
      if (seen.size === 30 && code === 'none') return;
    }
  };
  const ended = await read().then(
    () => 'none',
    (error: unknown) => asFailure(error).code,
  );
  expect(ended).toBe(code);
  expect(seen.size).toBe(code === 'none' ? 30 : 20);
});

test('an answer for another page than asked is not believed', async () => {
  const { read } = await walk(() => ({ data: rows(0, 5), page: 7, total_count: 5 }));
  expect((await failureOf(read())).code).toBe('not-this-service');
});

test.each<[string, JsonValue]>([
  ['no data', { message: 'fine' }],
  ['data that is an object', { data: {}, total_count: 0 }],
  ['a bare array', []],
  ['null', null],
])('%s is not a page', async (_, body) => {
  const { read } = await walk(() => body);
  expect((await failureOf(read())).code).toBe('not-this-service');
});

test('rows without an ID are skipped and block nothing; fields stay as received', async () => {
  const strange = { id: 'a', unknown_field: { deep: [1, null] }, status: 'never_seen', big: 9007199254740993n };
  const { read } = await walk(() => ({
    data: [
      strange,
      { id: 12 },
      { id: 9007199254740993n },
      { name: 'no id' },
      { id: null },
      { id: '' },
      'text',
      null,
      [1],
    ],
    total_count: 9,
  }));
  const [first] = await read();
  expect(first?.records).toEqual([
    { id: 'a', fields: strange },
    { id: '12', fields: { id: 12 } },
    { id: '9007199254740993', fields: { id: 9007199254740993n } },
  ]);
  expect(first?.rows.length).toBe(9);
});

test('refused keys are not mistaken for a refused page size', async () => {
  const { baseUrl, arrived } = await serve((_, response) => response.writeHead(403).end('{}'));
  const { client } = connect(baseUrl);
  expect((await failureOf(readPages((walk) => listPages(client, 'proxies', walk)))).code).toBe('keys-refused');
  expect(arrived).toHaveLength(1);
});

test('pages are asked for ahead, a few at a time, and none behind the last', async () => {
  let underWay = 0;
  let most = 0;
  const { baseUrl, arrived } = await serve((request, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    const page = Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('page'));
    setTimeout(
      () => {
        underWay -= 1;
        response.end(JSON.stringify({ data: rows((page - 1) * 10, page * 10), page, total_count: 200 }));
      },
      // Later pages answer first.
      20 - (page % 4) * 5,
    );
  });
  const { client } = connect(baseUrl);
  const pages = await readPages((walk) => searchPages(client, { path: '/list', idField: 'id' }, walk));
  expect(pages.map(({ page }) => page)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  expect(idsOf(pages)).toEqual(rows(0, 200).map(({ id }) => id));
  expect(arrived).toHaveLength(20);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(8);
});

test('who leaves a walk leaves nothing under way', async () => {
  let closed = 0;
  const { baseUrl, arrived } = await serve((request, response) => {
    response.on('close', () => (closed += 1));
    const page = Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('page'));
    // Only the first page ever answers.
    if (page === 1) response.end(JSON.stringify({ data: rows(0, 10), page, total_count: 1000 }));
  });
  const { client } = connect(baseUrl);
  const walk = { countSeen: () => 10 };
  for await (const page of searchPages(client, { path: '/list', idField: 'id' }, walk)) {
    expect(page.page).toBe(1);
    await expect.poll(() => arrived.length).toBeGreaterThan(1);
    break;
  }
  // Those that were on their way arrive, too.
  await expect.poll(() => arrived.length - closed).toBe(0);
});
