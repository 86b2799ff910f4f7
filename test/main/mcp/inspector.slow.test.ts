/** The command line of the inspector, by which people try such servers, lists and calls every tool. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { agentActNames } from '../../../src/shared/agents.ts';
import { loadTools } from '../../../src/main/mcp/tools.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { serviceEnv } from '../../support/env.ts';
import { moveProxies, startCountingTarget } from '../../support/local-proxies.ts';
import { startSquid } from '../../support/real-proxies.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const tools = await loadTools();

const run = promisify(execFile);
const builtCli = join(import.meta.dirname, '../../../out/main/cli.js');
const inspector = join(
  createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json'),
  '../clients/cli/build/index.js',
);

/** Runs command lines of the inspector one after the other; to load it for each would take most of the time. */
const runAll = `const { runCli } = await import(process.argv[1]);
const print = process.stdout.write.bind(process.stdout);
const printed = [];
for (const words of JSON.parse(process.argv[2])) {
  let text = '';
  process.stdout.write = (part, done) => {
    text += part;
    done?.();
    return true;
  };
  await runCli([process.execPath, process.argv[1], ...words]);
  printed.push(text);
}
print(JSON.stringify(printed), () => process.exit());`;

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
    const config = { mcpServers: { proxydeck: { command: server[0], args: server.slice(1), env } } };
    const file = join(folder, 'servers.json');
    writeFileSync(file, JSON.stringify(config));
    /** What the inspector prints for each command line. */
    const ask = async (lines: readonly (readonly string[])[]): Promise<unknown[]> => {
      const all = lines.map((words) => ['--config', file, '--server', 'proxydeck', ...words]);
      const { stdout } = await run(
        process.execPath,
        ['--input-type=module', '--eval', runAll, pathToFileURL(inspector).href, JSON.stringify(all)],
        { env: { ...env, HOME: folder, MCP_INSPECTOR_SECRET_STORE: 'memory' }, maxBuffer: 16 * 1024 * 1024 },
      );
      return (JSON.parse(stdout) as string[]).map((text) => JSON.parse(text) as unknown);
    };
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
    const [listed, ...answers] = await ask([
      ['--method', 'tools/list'],
      ...names.map((name) => [
        ...['--method', 'tools/call', '--tool-name', name],
        ...(args[name] ?? []).flatMap((pair) => ['--tool-arg', pair]),
      ]),
      ['--method', 'resources/read', '--uri', 'proxydeck://filter'],
    ]);
    const { tools: offered } = listed as { tools: { name: string }[] };
    expect(offered.map(({ name }) => name)).toEqual(Object.keys(tools));
    for (const [at, name] of names.entries()) {
      const answer = answers[at];
      expect(answer, name).toHaveProperty('structuredContent');
      expect(answer, `${name}: ${JSON.stringify(answer).slice(0, 300)}`).not.toMatchObject({ isError: true });
    }
    expect(JSON.stringify(answers.at(-1))).toContain('The filter language');
  },
  300_000,
);
