/** An agent does a whole task next to an open window: find, compare, and use proxies, without seeing a password. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDemoService } from '../../support/demo-service.ts';
import { spellings } from '../../support/find-secrets.ts';
import { moveProxies, startCountingTarget } from '../../support/local-proxies.ts';
import { needs } from '../../support/needs.ts';
import { openAgent } from '../../support/open-agent.ts';
import { startHttpProxy } from '../../support/built-in-proxies.ts';
import { findFreePort } from '../../support/real-proxies.ts';
import { accountAt, startApp } from '../../support/start-app.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { patience } from '../../support/patience.ts';
import { serviceEnv } from '../../support/env.ts';

const run = promisify(execFile);

test('finds ISP proxies of two countries that passed a test today, compares their cost, and fetches a page through the gateway', async () => {
  needs('curl');
  const password = 'CANARY=pw/of+the proxies'.replace(' ', '-');
  const demo = await startDemoService({ proxyCount: 300 });
  onTestFinished(() => demo.close());
  moveProxies(demo, await startHttpProxy({ host: '127.0.0.1', password }), password);
  const dataDir = makeTemporaryFolder();
  const env = { PATH: process.env['PATH'], ...serviceEnv(demo) };

  // The user's side: an open window with a synced account, a shared rule and the gateway on.
  const app = startApp(dataDir, { environment: accountAt(demo) });
  const opened = app.session(app.accounts.named(undefined).id);
  const accountId = opened.account.id;
  await app.sync(opened, {});
  await app.handlers['settings:set']({ agentsMay: ['test', 'gateway'] });
  await app.gateways.turnOn(accountId);
  const { url } = await startCountingTarget();

  // The agent's side.
  const agent = await openAgent({ dataDir, env, words: ['--allow', 'test,gateway'] });
  const overview = await agent.call('overview');
  expect(overview.value).toMatchObject({ account: 'env', proxyCount: 300 });
  const where = 'type:isp country:US,GB';
  const { value: ran } = await agent.call('test', { urls: [url], where, limit: 500 });
  expect(ran).toMatchObject({ run: { state: 'finished' } });
  const passed = await agent.call('count', {
    list: 'proxies',
    where: `${where} last:works tested:<1d`,
    key: 'country',
  });
  expect(passed.items('values').map(({ value }) => value)).toEqual(expect.arrayContaining(['US', 'GB']));
  const found = await agent.call('list', {
    list: 'proxies',
    where: `${where} last:works tested:<1d`,
    fields: ['proxy_id', 'country_id', 'service_id', 'lastResponseTime'],
    sort: [{ field: 'lastResponseTime', isDescending: false }],
  });
  expect(found.value['total']).toBe(passed.value['total']);
  const costs = await agent.call('costs', { by: 'services', limit: 500 });
  const perProxy = new Map(costs.items('rows').map((row) => [row['service_id'], row['per_proxy']] as const));
  for (const { service_id } of found.items('rows')) expect(perProxy.has(service_id ?? '')).toBe(true);

  // The rule that it makes is served by the window, which learns of it from the records.
  const port = await findFreePort();
  const rule = { name: 'agent', where: `${where} last:works tested:<1d`, port };
  const made = await agent.call('put_gateway_rule', rule);
  expect(made.isError, made.text).toBe(false);
  await vi.waitFor(
    async () => {
      const { value } = await agent.call('gateway_address', { rule: 'agent' });
      expect(value).toMatchObject({ is_listening: true, advice: null });
    },
    { ...patience, interval: 200 },
  );
  const address = await agent.call('gateway_address', { rule: 'agent' });
  const { http } = address.value['examples'] as { readonly http: string };
  // Targets on this machine are refused, so a program on the internet is played by one that the proxy knows.
  const { stdout } = await run('curl', [
    ...['-sS', '--noproxy', '', '--max-time', '20', '-o', '/dev/null', '-w', '%{http_code}'],
    ...['-x', http, url],
  ]);
  expect(stdout).toBe('403');
  const rules = await app.gateways.report(accountId);
  const [own] = rules.rules.filter(({ name }) => name === 'agent');
  if (own === undefined) throw new Error('The rule was not saved.');
  // The user allows it.
  const { id, ...choices } = own;
  await app.gateways.putRule(accountId, { ...choices, allowsPrivate: true }, id);
  const page = await run('curl', ['-sS', '--noproxy', '', '--max-time', '20', '-x', http, url]);
  expect(page.stdout).toBe('arrived');

  const written = agent.written();
  for (const secret of [password, demo.publicKey, demo.privateKey]) {
    expect(spellings(secret).some((form) => written.includes(form))).toBe(false);
  }
  expect(agent.said()).toBe('');
}, 120_000);
