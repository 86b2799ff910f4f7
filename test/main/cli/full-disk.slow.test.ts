/** What the command line and an agent can do on a disk that is full, or nearly so: read everything, lose nothing, and end. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { expect, onTestFinished, test, type TestContext } from 'vitest';
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
/** A command that has not ended after this time hangs; `serve` runs until it is stopped. */
const longestMs = 20_000;

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
    'settings set agentsMay sync test export annotate',
  ]) {
    await runSuccessfully(wordsOf(line), { env });
  }
  const fill = openSync(join(disk, 'fill'), 'w');
  try {
    for (let count = 0; count < 8192; count += 1) writeSync(fill, Buffer.alloc(4096));
  } catch {
    // Full.
  }
  ftruncateSync(fill, Math.max(0, fstatSync(fill).size - freeBytes));
  closeSync(fill);
  return { disk, env: { ...process.env, ...env, TMPDIR: disk }, wordsOf };
}

test.for([0, 70_000, 400_000])(
  'with %i free bytes every command ends, reads what is cached, and says of what it cannot do that the disk is full',
  { timeout: 600_000 },
  async (freeBytes, context) => {
    const { disk, env, wordsOf } = await openFullDisk(context, freeBytes);
    /** Runs one command line; it waits for its end without stopping the service, which is in this process. */
    const run = async (line: string) => {
      const child = spawn(process.execPath, [cli, ...wordsOf(line)], { env, timeout: longestMs });
      child.stdin.end();
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      return { status: child.exitCode, signal: child.signalCode, stdout, stderr };
    };
    const faults: string[] = [];
    for (const line of Object.values(everyCommand).flat()) {
      const { status, signal, stdout, stderr } = await run(line);
      const isStopped = line.startsWith('serve') && (status === 0 || signal === 'SIGTERM');
      const isRefused = status !== 0 && (saysFull.test(stderr) || saysOther.test(stderr)) && !readers.test(line);
      if (saysFault.test(stdout + stderr) || !(status === 0 || isRefused || isStopped)) {
        faults.push(`${line}: ${String(status ?? signal)} ${stderr}`);
      }
    }
    expect(faults).toEqual([]);
    rmSync(join(disk, 'fill'));
    expect((await run('list proxies --count')).stdout.trim()).toBe('30');
    expect((await run('sync')).status).toBe(0);
  },
);

test.for([0, 70_000, 400_000])(
  'with %i free bytes every tool of an agent answers, and none reports a fault inside Proxydeck',
  { timeout: 300_000 },
  async (freeBytes, context) => {
    const { env, wordsOf } = await openFullDisk(context, freeBytes);
    const server = spawn(process.execPath, [cli, ...wordsOf('mcp --allow sync,test,export,annotate --folder {disk}')], {
      env,
    });
    const said = text(server.stderr);
    const ended = new Promise((done) => server.once('exit', done));
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StdioServerTransport(server.stdout, server.stdin));
    const faults: string[] = [];
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(5);
    for (const { name } of tools) {
      const result = await client.callTool({ name, arguments: { ...toolArguments[name] } }, { timeout: longestMs });
      const answer = JSON.stringify(result.content);
      const isRead = ['overview', 'list', 'count', 'costs'].includes(name);
      if (saysFault.test(answer) || (isRead && result.isError === true)) faults.push(`${name}: ${answer}`);
    }
    await client.close();
    server.stdin.end();
    await ended;
    expect(faults).toEqual([]);
    expect(await said).not.toMatch(saysFault);
  },
);
