/** The command line of the inspector, by which people try such servers, lists and calls every tool. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { agentActNames } from '../../../src/shared/agents.ts';
import { loadTools } from '../../../src/main/mcp/tools.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { serviceEnv } from '../../support/env.ts';
import { moveProxies, startCountingTarget } from '../../support/local-proxies.ts';
import { builtCli } from '../../support/open-agent.ts';
import { startSquid } from '../../support/real-proxies.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const tools = await loadTools();

const run = promisify(execFile);
const inspector = join(
  createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json'),
  '../clients/launcher/build/index.js',
);

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
    const env = { PATH: process.env['PATH'], ...serviceEnv(demo) };
    const cli = (...words: string[]) => run(process.execPath, [builtCli, '--data-dir', dataDir, ...words], { env });
    await cli('sync');
    await cli('settings', 'set', 'agentsMay', ...agentActNames);
    const allow = ['--allow', agentActNames.join(','), '--folder', folder];
    const server = [process.execPath, builtCli, '--data-dir', dataDir, 'mcp', ...allow];
    const config = {
      mcpServers: { proxydeck: { command: server[0], args: server.slice(1), env } },
    };
    const file = join(folder, 'servers.json');
    writeFileSync(file, JSON.stringify(config));
    const ask = async (...words: string[]): Promise<unknown> => {
      const { stdout } = await run(
        process.execPath,
        [inspector, '--cli', '--config', file, '--server', 'proxydeck', ...words],
        {
          env: { ...env, HOME: folder, MCP_INSPECTOR_SECRET_STORE: 'memory' },
          maxBuffer: 16 * 1024 * 1024,
        },
      );
      return JSON.parse(stdout) as unknown;
    };
    const listed = (await ask('--method', 'tools/list')) as { tools: { name: string }[] };
    expect(listed.tools.map(({ name }) => name)).toEqual(Object.keys(tools));
    const args: { readonly [name: string]: readonly string[] } = {
      list: ['list=proxies', 'where=type:isp', 'limit=5'],
      count: ['list=proxies', 'key=country'],
      show: ['kind=customer'],
      sync: ['only=["catalog"]'],
      test: [`urls=["${url}"]`, 'where=country:US', 'limit=2'],
      export: ['path=us.txt', 'format=curl', 'where=country:US'],
      tag: ['list=proxies', 'where=country:US', 'add=["seen"]'],
      note: ['list=services', 'where=type:isp', 'note=seen'],
      put_gateway_rule: ['name=agent', 'where=country:US'],
      gateway_address: ['rule=agent'],
    };
    // The rule is created before its address is asked for.
    const last = 'gateway_address';
    const names = [...Object.keys(tools).filter((name) => name !== last), last];
    for (const name of names) {
      const pairs = (args[name] ?? []).flatMap((pair) => ['--tool-arg', pair]);
      const answer = await ask('--method', 'tools/call', '--tool-name', name, ...pairs);
      expect(answer, name).toHaveProperty('structuredContent');
      expect(answer, `${name}: ${JSON.stringify(answer).slice(0, 300)}`).not.toMatchObject({
        isError: true,
      });
    }
    const read = await ask('--method', 'resources/read', '--uri', 'proxydeck://filter');
    expect(JSON.stringify(read)).toContain('The filter language');
  },
  300_000,
);
