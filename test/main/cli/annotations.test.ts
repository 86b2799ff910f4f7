import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { serviceEnv } from '../../support/env.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { runCommandLine, type CommandLineResult } from '../../support/run-command-line.ts';
import { makeSyncedFolder } from '../../support/synced-folder.ts';

let dataDir: string;
let run: (...argv: string[]) => Promise<CommandLineResult>;
const json = async (...argv: string[]): Promise<unknown> => (await run('--json', ...argv)).json();

beforeEach(async () => {
  const demo = await startDemoService({ proxyCount: 60 });
  onTestFinished(() => demo.close());
  ({ dataDir } = await makeSyncedFolder(demo));
  const env = serviceEnv(demo);
  run = (...argv) => runCommandLine(['--data-dir', dataDir, ...argv], { env });
});

test('proxies and services get tags and notes by a filter', async () => {
  const added = await run('tag', 'add', 'burnt', '--where', 'type:isp');
  expect(added.stdout).toMatch(/^Added the tag "burnt" to \d+ prox/);
  const { count } = (await json('proxies', '--where', 'type:isp', '--count')) as { count: number };
  expect(count).toBeGreaterThan(0);
  expect(await json('proxies', '--where', 'tag:burnt', '--count')).toEqual({ count });
  expect(await json('note', 'set', 'ask', '--where', 'tag:burnt')).toMatchObject({ changed: count });
  expect(await json('note', 'clear', '--where', 'note:*')).toMatchObject({ changed: count });
  expect(await json('note', 'set', 'ask', '--where', 'tag:burnt')).toMatchObject({ changed: count });
  expect(await json('proxies', '--where', 'note:ask', '--count')).toEqual({ count });
  await run('tag', 'add', 'keep', '--where', '', '--services');
  await run('tag', 'rename', 'BURNT', 'Burnt out');
  await run('tag', 'color', 'burnt out', 'red');
  const services = ((await json('services', '--count')) as { count: number }).count;
  expect(await json('tag', 'list')).toMatchObject([
    { name: 'Burnt out', color: 'red', proxyCount: count, serviceCount: 0 },
    { name: 'keep', proxyCount: 0, serviceCount: services },
  ]);
  expect((await run('tag', 'list')).stdout).toMatch(/^name +color +proxies +services\nBurnt out/);
  expect(await json('tag', 'remove', 'burnt out', '--where', 'type:isp')).toMatchObject({ changed: count });
  await run('tag', 'delete', 'keep');
  expect(await json('tag', 'list')).toMatchObject([{ name: 'Burnt out', proxyCount: 0 }]);
});

test.each([
  [2, 'Select proxies with --where', ['tag', 'add', 'x']],
  [2, 'Usage: tag', ['tag', 'shout', 'x']],
  [2, 'Usage: note', ['note', 'set', '--where', '']],
  [2, '"nonsense" is not a filter key', ['tag', 'add', 'x', '--where', 'nonsense:1']],
  [2, 'Unknown color', ['tag', 'color', 'x', 'ultraviolet']],
  [1, 'does not exist', ['tag', 'delete', 'x']],
  [2, 'Usage: tag', ['tag', 'undo']],
])('exits with %i and says "%s"', async (code, text, argv) => {
  const result = await run(...argv);
  expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(text)]);
});
