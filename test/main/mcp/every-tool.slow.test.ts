/** The official client lists and calls every tool. */
import { expect, onTestFinished, test } from 'vitest';
import { agentActNames } from '../../../src/shared/agents.ts';
import { loadTools } from '../../../src/main/mcp/tools.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { serviceEnv } from '../../support/env.ts';
import { moveProxies, startCountingTarget } from '../../support/local-proxies.ts';
import { openAgent } from '../../support/open-agent.ts';
import { startSquid } from '../../support/real-proxies.ts';
import { accountAt, startApp } from '../../support/start-app.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const tools = await loadTools();

test.each([60, 100_000])(
  'lists and calls every tool of an account of %i proxies',
  async (proxyCount) => {
    const dataDir = makeTemporaryFolder();
    const folder = makeTemporaryFolder();
    const password = 'pw-of-the-real-proxy';
    const demo = await startDemoService({ proxyCount });
    onTestFinished(() => demo.close());
    moveProxies(demo, await startSquid({ host: '127.0.0.1', password }), password);
    const { url } = await startCountingTarget();
    const app = startApp(dataDir, { environment: accountAt(demo) });
    await app.sync(app.session(app.accounts.named(undefined).id), {});
    await app.handlers['settings:set']({ agentsMay: agentActNames });

    const agent = await openAgent({
      dataDir,
      env: serviceEnv(demo),
      words: ['--allow', agentActNames.join(','), '--folder', folder],
    });
    const where = 'country:US';
    const args: { readonly [name: string]: Record<string, unknown> } = {
      list: { list: 'proxies', where: 'type:isp', limit: 5 },
      count: { list: 'proxies', key: 'country' },
      show: { kind: 'customer' },
      sync: { only: ['catalog'] },
      test: { urls: [url], where, limit: 2 },
      export: { path: 'us.txt', format: 'curl', where },
      tag: { list: 'proxies', where, add: ['seen'] },
      note: { list: 'services', where: 'type:isp', note: 'seen' },
      put_gateway_rule: { name: 'agent', where },
      gateway_address: { rule: 'agent' },
    };
    const offered = await agent.client.listTools();
    expect(offered.tools.map(({ name }) => name)).toEqual(Object.keys(tools));
    // The rule is created before its address is asked for.
    const last = 'gateway_address';
    for (const name of [...Object.keys(tools).filter((tool) => tool !== last), last]) {
      const answer = await agent.call(name, args[name]);
      expect(answer.isError, `${name}: ${answer.text}`).toBe(false);
      expect(answer.value, name).not.toEqual({});
    }
    const guide = await agent.client.readResource({ uri: 'proxydeck://filter' });
    expect(JSON.stringify(guide)).toContain('The filter language');
  },
  300_000,
);
