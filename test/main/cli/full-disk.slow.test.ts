/** What the command line and an agent can do on a disk that is full, or nearly so: read everything, lose nothing, and end. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, ftruncateSync, globSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, type TestContext } from 'vitest';
import { agentActNames } from '../../../src/shared/agents.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { serviceEnv } from '../../support/env.ts';
import { everyCommand, saysFault, saysFull, saysOther } from '../../support/every-command.ts';
import { runSuccessfully } from '../../support/run-command-line.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { toolArguments } from '../../support/tool-arguments.ts';

const cli = join(import.meta.dirname, '../../../out/main/cli.js');
/** Commands that only read: they answer from the cache, however full the disk is. */
const readers =
  /^(list proxies|list services|show overview|show costs|tag list|template list|preset list|completion|settings$)/;
/** Commands that write: without a free byte each says that the disk is full. */
const writers =
  /^(account use|sync|tag add|note set|export .*--output|template save|preset re|test --url|backup|restore|settings set|demo)/;
/** A command that has not ended after this time hangs; `serve` runs until it is stopped. */
const longestMs = 60_000;

/** Arguments with which the tools that write find something to write; the service tests, so that traffic stays on this machine. */
const found: { readonly [tool: string]: { readonly [argument: string]: unknown } } = {
  sync: {},
  test: { urls: ['https://example.com/'], where: 'type:isp', from: 'service' },
  export: { where: 'type:isp' },
  tag: { where: 'type:isp' },
  note: { where: 'type:isp' },
  put_gateway_rule: {},
};

/** A synced account on a disk of its own with so many free bytes. */
async function openFullDisk({ skip }: TestContext, freeBytes: number) {
  const disk = makeTemporaryFolder();
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=0700', 'tmpfs', disk]);
  if (status !== 0) skip('A small file system can be mounted only by root, where that is allowed.');
  onTestFinished(() => {
    spawnSync('umount', [disk]);
  });
  const demo = await startDemoService({ proxyCount: 30 });
  onTestFinished(() => demo.close());
  const env = serviceEnv(demo);
  const dataDir = join(disk, 'data');
  const backup = join(makeTemporaryFolder(), 'my.proxydeck-backup');
  const names: { readonly [name: string]: string } = {
    '{disk}': disk,
    '{backup}': backup,
    '{user}': String(demo.account.proxyUsers.slice(0, 1)[0]?.['proxy_user_id']),
    '{service}': String(demo.account.services.slice(0, 1)[0]?.['service_id']),
  };
  const wordsOf = (line: string): string[] => [
    ...['--data-dir', dataDir],
    ...line.split(' ').map((word) => word.replace(/\{\w+\}/, (name) => names[name] ?? name)),
  ];
  for (const line of [
    'sync',
    'export --user {user} --format http --output {disk}/kept.txt --save-preset kept',
    'backup {backup}',
    'tag add before --where type:isp',
    `settings set agentsMay ${agentActNames.join(' ')}`,
  ]) {
    await runSuccessfully(wordsOf(line), { env });
  }
  /** Takes the whole disk but the free bytes, whatever the command before has written or removed. */
  const fillUp = (): void => {
    const fill = openSync(join(disk, 'fill'), 'a');
    try {
      for (;;) writeSync(fill, Buffer.alloc(4096));
    } catch {
      // Full.
    }
    ftruncateSync(fill, Math.max(0, fstatSync(fill).size - freeBytes));
    closeSync(fill);
  };
  return { disk, env: { ...process.env, ...env, TMPDIR: disk }, wordsOf, dataDir, fillUp };
}

test.for([0, 200_000])(
  'with %i free bytes every command ends, reads what is cached, and says of what it cannot do that the disk is full',
  { timeout: 600_000 },
  async (freeBytes, context) => {
    const { disk, env, wordsOf, dataDir, fillUp } = await openFullDisk(context, freeBytes);
    /** Runs one command line; it waits for its end without stopping the service, which is in this process. */
    const run = async (line: string) => {
      const child = spawn(process.execPath, [cli, ...wordsOf(line)], { env, timeout: longestMs });
      child.stdin.end();
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      return { status: child.exitCode, signal: child.signalCode, stdout, stderr };
    };
    const faults: string[] = [];
    for (const line of Object.values(everyCommand).flat()) {
      fillUp();
      const { status, signal, stdout, stderr } = await run(line);
      const isStopped = line.startsWith('serve') && (status === 0 || signal === 'SIGTERM');
      const isRefused = status !== 0 && (saysFull.test(stderr) || saysOther.test(stderr)) && !readers.test(line);
      const isHalfDone = freeBytes === 0 && writers.test(line) && !saysFull.test(stderr);
      if (saysFault.test(stdout + stderr) || isHalfDone || !(status === 0 || isRefused || isStopped)) {
        faults.push(`${line}: ${String(status ?? signal)} ${stderr}`);
      }
    }
    expect(faults).toEqual([]);
    rmSync(join(disk, 'fill'));
    expect((await run('list proxies --count')).stdout.trim()).toBe('30');
    expect((await run('list proxies --where tag:before --count')).stdout.trim()).not.toBe('0');
    for (const name of globSync('accounts/*.{sqlite,records}', { cwd: dataDir })) {
      const db = new Database(join(dataDir, name), { readonly: true });
      expect([name, db.pragma('integrity_check', { simple: true })]).toEqual([name, 'ok']);
      db.close();
    }
    expect((await run('sync')).status).toBe(0);
  },
);

test.for([0, 200_000])(
  'with %i free bytes every tool of an agent answers, and none reports a fault inside Proxydeck',
  { timeout: 300_000 },
  async (freeBytes, context) => {
    const { env, wordsOf, fillUp } = await openFullDisk(context, freeBytes);
    const acts = agentActNames.join(',');
    fillUp();
    const server = spawn(process.execPath, [cli, ...wordsOf(`mcp --allow ${acts} --folder {disk}`)], { env });
    const said = text(server.stderr);
    const ended = new Promise((done) => server.once('exit', done));
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StdioServerTransport(server.stdout, server.stdin));
    const faults: string[] = [];
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(toolArguments).sort());
    for (const { name } of tools) {
      fillUp();
      const args = { ...toolArguments[name], ...found[name] };
      const result = await client.callTool({ name, arguments: args }, { timeout: longestMs });
      const answer = JSON.stringify(result.content);
      const isRead = ['overview', 'list', 'count', 'costs'].includes(name);
      const isHalfDone = freeBytes === 0 && name in found && !saysFull.test(answer);
      if (saysFault.test(answer) || isHalfDone || (isRead && result.isError === true))
        faults.push(`${name}: ${answer}`);
    }
    await client.close();
    server.stdin.end();
    await ended;
    expect(faults).toEqual([]);
    expect(await said).not.toMatch(saysFault);
  },
);
