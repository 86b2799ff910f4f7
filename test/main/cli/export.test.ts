import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startDemoService, type DemoService } from '../../../src/main/demo/index.ts';
import { runCommandLine, type CommandLineResult } from '../../support/run-command-line.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

let demo: DemoService;
let dataDir: string;
let user: string;
let run: (...argv: string[]) => Promise<CommandLineResult>;

beforeEach(async () => {
  dataDir = makeTemporaryFolder();
  demo = await startDemoService({ proxyCount: 60 });
  onTestFinished(() => demo.close());
  const env = {
    PROXYDECK_BASE_URL: demo.baseUrl,
    PROXYDECK_PUBLIC_KEY: demo.publicKey,
    PROXYDECK_PRIVATE_KEY: demo.privateKey,
  };
  run = (...argv) => runCommandLine(['--data-dir', dataDir, ...argv], { env });
  const users = demo.account.proxyUsers.slice(0, demo.account.proxyUsers.count());
  const everywhere = users.find((one) => one['proxy_user_access_type'] === 'all');
  user = String(everywhere?.['proxy_user_id']);
  await run('sync');
});

test('a template is given, or saved and named, and is the same', async () => {
  const text = '{index|pad:3} {protocol} {hostless}';
  const wrong = await run('export', '--user', user, '--template', text);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('at character 27: There is no field "hostless"');
  const refused = await run('template', 'save', 'numbered', text);
  expect(refused.code).toBe(2);
  expect((await run('--json', 'template', 'list')).json()).toEqual([]);

  const good = '{index|pad:3} {host} {country} {url|sh}';
  expect((await run('template', 'save', 'numbered', good)).code).toBe(0);
  expect((await run('--json', 'template', 'list')).json()).toEqual([
    { name: 'numbered', text: good },
  ]);
  const given = await run('export', '--user', user, '--template', good);
  expect(given.code).toBe(0);
  expect(given.stdout).toMatch(/^001 [\d.]+ [A-Z]{2} 'http:/);
  const named = await run('export', '--user', user, '--template-name', 'NUMBERED');
  expect(named.stdout).toBe(given.stdout);

  const both = await run('export', '--user', user, '--template', good, '--format', 'http');
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('Give one of')]);
  expect((await run('template', 'remove', 'numbered')).code).toBe(0);
  const gone = await run('export', '--user', user, '--template-name', 'numbered');
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('None is saved')]);
  expect((await run('template', 'fields')).stdout).toContain('|pad');
  expect((await run('template', 'shout')).code).toBe(2);
});
