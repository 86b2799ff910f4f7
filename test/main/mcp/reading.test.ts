/** Agents read an account through `proxydeck mcp`, with the official client. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lists, listNames } from '../../../src/shared/lists.ts';
import { recordKinds } from '../../../src/shared/operations.ts';
import { startDemoService, type DemoService } from '../../support/demo-service.ts';
import { serviceEnv } from '../../support/env.ts';
import { openAgent } from '../../support/open-agent.ts';
import { rounds } from '../../support/rounds.ts';
import { runSuccessfully } from '../../support/run-command-line.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

describe.each([300, 100_000].slice(0, rounds({ few: 1, many: 2 })))('an account of %i proxies', (proxyCount) => {
  let demo: DemoService;
  let dataDir: string;
  const open = (words: readonly string[] = []) => openAgent({ dataDir, words, env: serviceEnv(demo) });

  beforeAll(async () => {
    dataDir = makeTemporaryFolder(afterAll);
    demo = await startDemoService({ proxyCount });
    await runSuccessfully(['--data-dir', dataDir, 'sync'], { env: serviceEnv(demo) });
    return () => demo.close();
  }, 240_000);

  test('without --allow the tools only read, and say so', async () => {
    const { client } = await open();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'overview',
      'list',
      'count',
      'show',
      'costs',
      'changes',
      'test_runs',
      'formats',
      'gateway_address',
    ]);
    for (const { annotations, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true });
      expect(description).not.toBe('');
    }
  });

  test('every tool that reads answers', async () => {
    const agent = await open();
    const first = await agent.call('list', { list: 'proxies', limit: 1 });
    const id = first.items('rows')[0]?.['proxy_id'];
    const calls: readonly [string, Record<string, unknown>][] = [
      ['overview', {}],
      ...listNames.flatMap((list): [string, Record<string, unknown>][] => [
        ['list', { list }],
        ['list', { list, where: lists[list].exampleFilter }],
        ['count', { list }],
      ]),
      ['count', { list: 'proxies', key: 'country', where: 'type:isp' }],
      ['show', { kind: 'proxy', id }],
      ['show', { kind: 'customer' }],
      ['costs', {}],
      ['costs', { by: 'type' }],
      ['changes', { where: 'kind:added found:<1d' }],
      ['test_runs', {}],
      ['formats', {}],
      ['gateway_address', {}],
    ];
    for (const [name, args] of calls) {
      const answer = await agent.call(name, args);
      expect(answer.text, `${name} ${JSON.stringify(args)}`).not.toMatch(/internal/);
      expect(answer.isError, answer.text).toBe(false);
      expect(JSON.parse(answer.text)).toEqual(answer.value);
    }
    expect(agent.said()).toBe('');
  });

  test('rows are 50 unless more are asked for, 500 at most, with the total and the age', async () => {
    const agent = await open();
    const { value, items } = await agent.call('list', { list: 'proxies' });
    expect(value).toMatchObject({ total: proxyCount, offset: 0, next_offset: 50 });
    expect(items('rows')).toHaveLength(50);
    expect(Object.keys(items('rows')[0] ?? {})).toEqual(lists.proxies.columns);
    expect(value['received_at']).toMatch(/^\d{4}-\d{2}-\d{2}T/);
    expect(value['age_minutes']).toBeLessThan(60);
    const few = ['proxy_id'];
    const most = await agent.call('list', { list: 'proxies', limit: 500, offset: 50, fields: few });
    expect(most.items('rows')).toHaveLength(Math.min(500, proxyCount - 50));
    expect((await agent.call('list', { list: 'proxies', limit: 501 })).isError).toBe(true);
  });

  test('an answer has as many rows as its client can read, and says how to get the others', async () => {
    const agent = await open();
    const wanted = Math.min(500, proxyCount);
    const ids = new Set<unknown>();
    let offset = 0;
    for (let calls = 0; offset < wanted; calls += 1) {
      const { text, value, items } = await agent.call('list', { list: 'proxies', limit: 500, offset });
      expect(text.length).toBeLessThan(50_000);
      expect(value['is_cut']).toBeUndefined();
      for (const one of items('rows')) ids.add(one['proxy_id']);
      offset += items('rows').length;
      expect(value).toMatchObject({ rows_left: proxyCount - offset, next_offset: offset < proxyCount ? offset : null });
      expect(calls).toBeLessThan(20);
    }
    expect(ids.size).toBe(offset);
    const all = await Promise.all([
      agent.call('formats'),
      agent.call('formats', { names: ['curl', 'host:port:user:pass'] }),
      agent.call('list', { list: 'services' }),
      agent.call('overview'),
    ]);
    for (const { text, isError } of all) {
      expect(isError, text).toBe(false);
      expect(text.length).toBeLessThan(50_000);
    }
    expect(all[0].text.length).toBeLessThan(6_000);
  });

  test('rows are filtered, sorted in ascending order unless it says otherwise, and have the fields that are asked for', async () => {
    const agent = await open();
    const { items } = await agent.call('list', {
      list: 'proxies',
      where: 'type:isp country:US',
      sort: [{ field: 'city_name' }],
      fields: ['proxy_id', 'proxy_type', 'country_id', 'city_name', 'lastResponseTime', 'tags'],
    });
    expect(items('rows').length).toBeGreaterThan(0);
    const cities = items('rows').map((row) => String(row['city_name']));
    expect(cities).toEqual(cities.toSorted());
    for (const row of items('rows')) {
      expect(row).toMatchObject({ proxy_type: 'isp', country_id: 'US' });
      expect(Object.keys(row)).toHaveLength(6);
    }
    const wrong = await agent.call('list', { list: 'proxies', fields: ['speed'] });
    expect(wrong.text).toContain('"speed" is not a field of proxies');
  });

  test('values of a key are counted under the whole filter', async () => {
    const agent = await open();
    const { value, items } = await agent.call('count', {
      list: 'proxies',
      key: 'country',
      where: 'type:isp country:US,GB',
    });
    const counts = items('values').map(({ count }) => Number(count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(value['total']);
    expect(
      items('values')
        .map((one) => String(one['value']))
        .sort(),
    ).toEqual(['GB', 'US']);
    const services = await agent.call('count', { list: 'services', key: 'type', where: 'type:isp' });
    const { total } = services.value;
    expect(services.items('values')).toEqual([{ value: 'isp', label: 'isp', count: total }]);
  });
});

describe('what an agent asks wrongly', () => {
  let demo: DemoService;
  let dataDir: string;
  const open = () => openAgent({ dataDir, env: serviceEnv(demo) });

  beforeAll(async () => {
    dataDir = makeTemporaryFolder(afterAll);
    demo = await startDemoService({ proxyCount: 40 });
    await runSuccessfully(['--data-dir', dataDir, 'sync'], { env: serviceEnv(demo) });
    return () => demo.close();
  });

  test.each([
    ['contry:US type:isp', 'Did you mean "country"?', 'country:US type:isp'],
    ['type:isp online:maybe', '"maybe" is not yes or no.', 'type:isp online:yes'],
    ['port:many', '"many" is not a number.', 'port:8000..8100'],
    ['ip:300.1.2.3 type:isp', 'character 4', 'ip:203.0.113.0/24 type:isp'],
    ['speed:>9', '"speed" is not a filter key.', lists.proxies.exampleFilter],
  ])('the filter %s is answered with the reason and one that works', async (where, reason, mended) => {
    const agent = await open();
    const wrong = await agent.call('list', { list: 'proxies', where });
    expect(wrong.isError).toBe(true);
    expect(wrong.text).toContain(reason);
    expect(wrong.text).toContain(`A filter that can be read: ${mended}`);
    expect((await agent.call('list', { list: 'proxies', where: mended })).isError).toBe(false);
  });

  test.each([
    ['list', { list: 'requests', fields: ['client'] }],
    ['list', { list: 'requests', where: 'client:127.0.0.1' }],
    ['list', { list: 'requests', sort: [{ field: 'client', isDescending: false }] }],
    ['count', { list: 'requests', key: 'client' }],
    ['count', { list: 'requests', where: '-client:127' }],
  ])('%s with %j is refused: agents get no addresses of clients', async (tool, args) => {
    const answer = await (await open()).call(tool, args);
    expect([answer.isError, answer.text]).toEqual([true, expect.stringContaining('"client" is not a f')]);
  });

  test('a key that is not counted or not known is answered with those that are', async () => {
    const agent = await open();
    const wrong = await agent.call('count', { list: 'proxies', key: 'speed' });
    expect(wrong.text).toContain('The keys are last, country');
  });

  test('a key whose values are not counted is answered with another way', async () => {
    const agent = await open();
    const { value } = await agent.call('count', { list: 'proxies', key: 'port' });
    expect(value).toMatchObject({ total: 40, values: [], advice: expect.stringContaining('list') as string });
  });

  test.each([
    ['changes', { since: 'yesterday' }, 'The arguments are: where, sort, fields, limit, offset.'],
    ['list', { list: 'proxys' }, '"proxies"'],
    ['costs', { by: 'day', limit: 0 }, 'at limit'],
    ['changes', { where: 'found:yesterday' }, 'A filter that can be read: found:'],
  ])('wrong arguments of %s are named, with what it takes', async (name, args, said) => {
    const agent = await open();
    const wrong = await agent.call(name, args);
    expect(wrong.isError).toBe(true);
    expect(wrong.text).toContain(said);
    expect(wrong.text).not.toContain('--');
  });

  test('a record that is not cached is not fetched', async () => {
    const agent = await open();
    const before = demo.requests.length;
    for (const kind of recordKinds) {
      const answer = await agent.call('show', { kind, id: 'unknown' });
      if (answer.isError) expect(answer.text).toContain('is cached');
    }
    expect(demo.requests.length).toBe(before);
  });

  test('the resources have the filter language, the formats and the fields', async () => {
    const { client } = await open();
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'proxydeck://filter',
      'proxydeck://formats',
      'proxydeck://fields',
    ]);
    const read = async (uri: string): Promise<string> => {
      const [content] = (await client.readResource({ uri })).contents;
      return content !== undefined && 'text' in content ? content.text : '';
    };
    expect(await read('proxydeck://filter')).toContain('`country:US,GB`: Any of several values');
    expect(await read('proxydeck://formats')).toContain('host:port:user:pass');
    expect(JSON.parse(await read('proxydeck://fields'))).toMatchObject(
      Object.fromEntries(listNames.map((list) => [list, { id: lists[list].idField }])),
    );
  });
});
