/** What an agent may change: only with `--allow`, and only as far as the setting allows it. */
import Database from 'better-sqlite3';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { agentActNames } from '../../../src/shared/agents.ts';
import { startDemoService, type DemoService, type FaultHook } from '../../support/demo-service.ts';
import { moveCachedProxies, startCountingTarget } from '../../support/local-proxies.ts';
import { openAgent } from '../../support/open-agent.ts';
import { patience } from '../../support/patience.ts';
import { startHttpProxy } from '../../support/built-in-proxies.ts';
import { runSuccessfully } from '../../support/run-command-line.ts';
import { makeSyncedFolder } from '../../support/synced-folder.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { listen } from '../../support/listen.ts';
import { serviceEnv } from '../../support/env.ts';

let demo: DemoService;
let dataDir: string;
let databaseFile: string;
let fault: FaultHook | undefined;

beforeEach(async () => {
  fault = undefined;
  demo = await startDemoService({ proxyCount: 60, faults: (request) => fault?.(request) });
  onTestFinished(() => demo.close());
  ({ dataDir, databaseFile } = await makeSyncedFolder(demo));
}, 60_000);

const env = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], ...serviceEnv(demo) });
const cli = (...words: string[]) => runSuccessfully(['--data-dir', dataDir, ...words], { env: env() });
const open = (...words: string[]) => openAgent({ dataDir, words, env: env() });
/** Opens an agent that may do one thing. */
async function openAllowed(act: string, ...words: string[]) {
  await cli('settings', 'set', 'agentsMay', act);
  return open('--allow', act, ...words);
}

test('each kind of change is offered alone, and no tool changes a service', async () => {
  const reading = (await (await open()).client.listTools()).tools.map(({ name }) => name);
  const offered = new Map<string, string[]>();
  for (const act of agentActNames) {
    const { tools } = await (await open('--allow', act)).client.listTools();
    const more = tools.filter(({ name }) => !reading.includes(name));
    for (const { annotations } of more) expect(annotations?.readOnlyHint).toBe(false);
    offered.set(
      act,
      more.map(({ name }) => name),
    );
  }
  expect(Object.fromEntries(offered)).toEqual({
    sync: ['sync'],
    test: ['test'],
    export: ['export'],
    annotate: ['tag', 'note'],
    gateway: ['put_gateway_rule'],
  });
});

test('an unknown kind of change is refused when the server starts', async () => {
  await expect(cli('mcp', '--allow', 'pay')).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('--allow takes sync, test, export, annotate, gateway') as string,
  });
});

test('what --allow names works as long as the setting allows it, also when the user changes it meanwhile', async () => {
  const agent = await open('--allow', 'annotate,sync');
  const tag = { list: 'proxies', where: 'country:US', add: ['mine'] };
  const refused = await agent.call('tag', tag);
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('proxydeck settings set agentsMay annotate');
  expect((await cli('tag', 'list')).stdout).not.toContain('mine');
  await cli('settings', 'set', 'agentsMay', 'annotate');
  expect((await agent.call('tag', tag)).isError).toBe(false);
  expect((await cli('tag', 'list')).stdout).toContain('mine');
  expect((await agent.call('sync')).text).toContain('has not allowed sync');
  await cli('settings', 'reset', 'agentsMay');
  expect((await agent.call('tag', tag)).isError).toBe(true);
});

test('the advice to allow something names what the user allows already, and nothing else', async () => {
  await cli('settings', 'set', 'agentsMay', 'annotate');
  const agent = await open('--allow', 'annotate,sync,export,gateway');
  const { text } = await agent.call('sync');
  expect(text).toMatch(/settings set agentsMay annotate sync \(/);
  expect((await cli('settings', 'set', 'agentsMay', 'annotate', 'sync')).stderr).toBe('');
  expect((await agent.call('sync')).isError).toBe(false);
});

test('the setting alone offers nothing', async () => {
  await cli('settings', 'set', 'agentsMay', ...agentActNames);
  const agent = await open();
  await expect(agent.call('sync')).rejects.toThrow('sync');
});

test('tags and notes change the rows of a filter, which must not be empty', async () => {
  const agent = await openAllowed('annotate');
  const tagged = await agent.call('tag', { list: 'proxies', where: 'country:US', add: ['burnt'] });
  const { value } = await agent.call('count', { list: 'proxies', where: 'tag:burnt' });
  expect(tagged.value['changed']).toBe(value['total']);
  const noted = await agent.call('note', { list: 'services', where: 'type:isp', note: 'dear' });
  expect(noted.isError).toBe(false);
  const all = await agent.call('tag', { list: 'proxies', where: '', add: ['all'] });
  expect(all.isError).toBe(true);
});

test('a sync reports progress and what it received', async () => {
  const agent = await openAllowed('sync');
  const seen: string[] = [];
  fault = async ({ path }) => {
    // Progress is reported four times a second at most.
    if (path.endsWith('/search')) await new Promise((resolve) => setTimeout(resolve, 300));
    return undefined;
  };
  const { value } = await agent.call(
    'sync',
    { only: ['proxies', 'services'] },
    { onprogress: ({ message = '' }) => seen.push(message) },
  );
  expect(value).toMatchObject({ complete: true, resources: { proxies: { total: 60 } } });
  expect(seen.join()).toMatch(/proxies: \d+/);
});

test('a sync that the client cancels ends, and the next one works', async () => {
  const agent = await openAllowed('sync');
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<undefined>();
  fault = ({ path }) => {
    if (!path.endsWith('/proxy/search')) return undefined;
    arrive(undefined);
    return 'hang';
  };
  const controller = new AbortController();
  const syncing = agent.call('sync', {}, { signal: controller.signal });
  await arrived;
  controller.abort();
  await expect(syncing).rejects.toThrow();
  fault = undefined;
  // A call that comes before the canceled sync has ended joins it.
  await vi.waitFor(async () => {
    expect((await agent.call('sync')).value).toMatchObject({ complete: true });
  }, patience);
});

test('a list is read while a sync waits for the service', async () => {
  const agent = await openAllowed('sync');
  let release: () => void = () => undefined;
  const held = new Promise<undefined>((resolve) => {
    release = () => {
      resolve(undefined);
    };
  });
  fault = ({ path }) => (path.endsWith('/proxy/search') ? held : undefined);
  const syncing = agent.call('sync');
  expect((await agent.call('list', { list: 'proxies' })).value['total']).toBe(60);
  release();
  expect((await syncing).value).toMatchObject({ complete: true });
});

test('a test run through real proxies has results, and is one of the test runs', async () => {
  moveCachedProxies(databaseFile, await startHttpProxy({ host: '127.0.0.1', password: null }));
  const { url } = await startCountingTarget();
  const agent = await openAllowed('test');
  const { value } = await agent.call('test', {
    urls: [url],
    where: 'country:US',
    limit: 3,
    settings: { concurrency: 2, rule: { contains: 'arrived' } },
  });
  expect(value).toMatchObject({
    run: { source: 'here', state: 'finished', proxiesTested: 3, proxiesPassed: 3 },
  });
  const runs = await agent.call('test_runs');
  const id = runs.items('runs')[0]?.['id'];
  const results = await agent.call('test_runs', { id, limit: 2 });
  expect(results.items('results')).toHaveLength(2);
});

test('a test of an agent sends no more requests and uses no more data than the user allows, and says so', async () => {
  moveCachedProxies(databaseFile, await startHttpProxy({ host: '127.0.0.1', password: null }));
  await cli('settings', 'set', 'agentTestRequests', '500');
  await cli('settings', 'set', 'agentTestMegabytes', '20');
  const page = 'x'.repeat(900_000);
  let requestCount = 0;
  const target = createServer((request, response) => {
    requestCount += 1;
    response.end(request.url === '/large' ? page : 'arrived');
  });
  const url = `http://127.0.0.1:${String(await listen(target))}/`;
  const agent = await openAllowed('test');
  const { tools } = await agent.client.listTools();
  expect(tools.find(({ name }) => name === 'test')?.description).toContain('5,000 requests and uses 200 MB');
  const many = await agent.call('test', { urls: [url], where: '', limit: 60, settings: { repeatCount: 50 } });
  expect(many.value).toMatchObject({ run: { state: 'finished', proxiesTested: 10 } });
  expect(many.value['advice']).toMatch(/Only 10 of 60 proxies were tested.*500 requests a call.*agentTestRequests/);
  expect(requestCount).toBe(500);
  const settings = { concurrency: 1000, repeatCount: 2 };
  const large = await agent.call('test', { urls: [`${url}large`], where: '', limit: 60, settings });
  expect(large.value['advice']).toMatch(/20 MB a call.*agentTestMegabytes/);
  const { bytes } = large.value['run'] as { bytes: number };
  expect(bytes).toBeGreaterThan(10e6);
  expect(bytes).toBeLessThanOrEqual(20e6);
});

test('a test run that the client cancels is paused, and nothing more is requested', async () => {
  moveCachedProxies(databaseFile, await startHttpProxy({ host: '127.0.0.1', password: null }));
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<undefined>();
  let requestCount = 0;
  // It never answers.
  const target = createServer(() => {
    requestCount += 1;
    arrive(undefined);
  });
  const port = await listen(target);
  const agent = await openAllowed('test');
  const controller = new AbortController();
  const testing = agent.call(
    'test',
    {
      ...{ urls: [`http://127.0.0.1:${String(port)}/`], where: '', limit: 20 },
      settings: { concurrency: 1, timeoutMs: 60_000 },
    },
    { signal: controller.signal },
  );
  await arrived;
  controller.abort();
  await expect(testing).rejects.toThrow();
  await vi.waitFor(async () => {
    const runs = await agent.call('test_runs');
    expect(runs.items('runs')[0]).toMatchObject({ state: 'paused', resultCount: 0 });
  }, patience);
  expect(requestCount).toBe(1);
});

test('an export is written below the folder, and its lines stay there', async () => {
  const folder = makeTemporaryFolder();
  mkdirSync(join(folder, 'lists'));
  const agent = await openAllowed('export', '--folder', folder);
  const wanted = { format: 'host:port:user:pass', where: 'country:US', path: 'lists/us.txt' };
  const { value, text } = await agent.call('export', wanted);
  const path = join(folder, 'lists', 'us.txt');
  expect(value).toMatchObject({ path, file: 'us.txt' });
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(Number(value['written']));
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  for (const line of lines) expect(text).not.toContain(line.split(':')[3]);
  // Its own file may be replaced, as long as nobody else changed it.
  expect((await agent.call('export', { ...wanted, where: 'country:GB' })).isError).toBe(false);
  writeFileSync(path, 'mine');
  expect((await agent.call('export', wanted)).isError).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('mine');
});

test('an export of no proxies says so', async () => {
  const agent = await openAllowed('export', '--folder', makeTemporaryFolder());
  const { value } = await agent.call('export', {
    ...{ format: 'curl', where: 'last:works', path: 'none.txt' },
  });
  expect(value).toMatchObject({ written: 0, advice: expect.stringContaining('count') as string });
});

test('without a folder nothing is exported', async () => {
  const agent = await openAllowed('export');
  const answer = await agent.call('export', { format: 'curl', where: '', path: 'a.txt' });
  expect(answer.text).toContain('--folder');
});

test('a folder that does not exist is refused when the server starts', async () => {
  await expect(cli('mcp', '--folder', join(dataDir, 'none'))).rejects.toMatchObject({ code: 2 });
});

test('a path that leads out of the folder, to a link, a device or a file of the user writes nothing', async () => {
  const outside = makeTemporaryFolder();
  const folder = join(outside, 'exports');
  mkdirSync(folder);
  mkdirSync(join(folder, 'inner'));
  symlinkSync(outside, join(folder, 'linked'));
  symlinkSync(join(outside, 'target.txt'), join(folder, 'link.txt'));
  writeFileSync(join(folder, 'mine.txt'), 'mine');
  const agent = await openAllowed('export', '--folder', folder);
  const paths = [
    '../out.txt',
    'inner/../../out.txt',
    '..\\out.txt',
    '/tmp/proxydeck-out.txt',
    'C:\\out.txt',
    'linked/out.txt',
    'link.txt',
    'mine.txt',
    'inner',
    'none/out.txt',
    '/dev/stdout',
    'CON',
    'aux.txt',
    'lpt1.csv',
    '.bashrc',
    'a.txt:stream',
    'trailing.',
    'new\nline.txt',
    '\u202etxt.exe',
    '',
    '.',
    'a'.repeat(101),
    `${'a/'.repeat(9)}b`,
  ];
  for (const path of paths) {
    const answer = await agent.call('export', { format: 'curl', where: '', path });
    expect(answer.isError, JSON.stringify(path)).toBe(true);
    expect(answer.text, JSON.stringify(path)).not.toContain('internal');
  }
  expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine');
  expect(readdirSync(folder).sort()).toEqual(['inner', 'link.txt', 'linked', 'mine.txt']);
  expect(readdirSync(join(folder, 'inner'))).toEqual([]);
  expect(readdirSync(outside)).toEqual(['exports']);
  expect(existsSync('/tmp/proxydeck-out.txt')).toBe(false);
});

test('a rule that an agent creates is shared, and one that the user did not share stays as it is', async () => {
  const agent = await openAllowed('gateway');
  const none = await agent.call('gateway_address');
  expect(none.value).toMatchObject({ rules: [] });
  expect(none.text).toContain('put_gateway_rule');
  const made = await agent.call('put_gateway_rule', {
    name: 'agent',
    where: 'country:US type:isp',
  });
  expect(made.value['rule']).toMatchObject({
    name: 'agent',
    isShared: true,
    needsToken: true,
    allowsPrivate: false,
  });
  const { value } = await agent.call('gateway_address', { rule: 'agent' });
  expect(value['address']).toBe('127.0.0.1:24000');
  const where = 'country:US type:isp online:yes';
  const inRule = await agent.call('count', { list: 'proxies', where });
  expect(value['proxy_count']).toBe(inRule.value['total']);
  expect(value['proxy_count']).toBeGreaterThan(0);
  const token = String(value['token']);
  expect(token).toMatch(/^[\w-]{24}$/);
  expect(value['examples']).toMatchObject({
    http: `http://agent:${token}@127.0.0.1:24000`,
    // Each line but the last ends with a backslash.
    curl: `curl -x http://127.0.0.1:24000 \\\n  -U agent:${token} \\\n  https://example.com/`,
  });
  expect(value['lines']).toBe(null);
  await agent.call('put_gateway_rule', { name: 'agent', lines: '*.ads.example -> block; * -> this rule' });
  const withLines = await agent.call('gateway_address', { rule: 'agent' });
  expect(withLines.value['lines']).toEqual(['*.ads.example -> block', '* -> this rule']);
  const changed = await agent.call('put_gateway_rule', {
    name: 'agent',
    rotation: { kind: 'fixed' },
  });
  expect(changed.value['rule']).toMatchObject({
    where: 'country:US type:isp',
    rotation: { kind: 'fixed' },
  });
});

test('a rule that the user did not share is not taken over by its name in another case', async () => {
  const agent = await openAllowed('gateway');
  await agent.call('put_gateway_rule', { name: 'Main', where: 'country:US', port: 24_177 });
  const [file = ''] = readdirSync(join(dataDir, 'accounts')).filter((name) => name.endsWith('.sqlite.records'));
  const records = new Database(join(dataDir, 'accounts', file));
  onTestFinished(() => void records.close());
  const setContent = (content: string) => records.prepare('UPDATE saved SET content = ?').run(content);
  const read = () => records.prepare('SELECT id, name, content FROM saved').all() as { content: string }[];
  const shared = read()[0]?.content ?? '';
  const mine = JSON.stringify({ ...(JSON.parse(shared) as object), isShared: false, allowsPrivate: true });
  // The second one is from a version that has more choices, so this one cannot read it.
  for (const content of [mine, JSON.stringify({ ...(JSON.parse(mine) as object), rotation: { kind: 'later' } })]) {
    setContent(content);
    const before = read();
    for (const name of ['Main', 'main', 'MAIN', 'mAIN']) {
      const { isError, text } = await agent.call('put_gateway_rule', { name, where: '' });
      expect(isError, name).toBe(true);
      expect(text, name).not.toContain('internal');
    }
    expect(read()).toEqual(before);
  }
  setContent(shared);
  // Programs log in by the exact name.
  const { value } = await agent.call('put_gateway_rule', { name: 'MAIN', port: 24_178 });
  expect(value['rule']).toMatchObject({ name: 'Main', port: 24_178, where: 'country:US' });
  expect(read()).toHaveLength(1);
});
