/** `proxydeck gateway explain` says where the lines of a rule send a URL. */
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { startDemoService } from '../../support/demo-service.ts';
import { serviceEnv } from '../../support/env.ts';
import { runCommandLine } from '../../support/run-command-line.ts';
import { makeSyncedFolder } from '../../support/synced-folder.ts';

test('a URL is explained for people and for programs, by the first rule or a named one', async () => {
  const demo = await startDemoService({ proxyCount: 5 });
  afterAll(() => demo.close());
  const { dataDir, databaseFile } = await makeSyncedFolder(demo, afterAll);
  const run = (...words: readonly string[]) =>
    runCommandLine(['--data-dir', dataDir, ...words], { env: serviceEnv(demo) });
  expect(await run('gateway', 'explain', 'a.example')).toMatchObject({ code: 1 });
  const records = new Database(`${databaseFile}.records`);
  const insert = records.prepare("INSERT INTO saved (kind, name, content, position) VALUES ('gateway-rule', ?, ?, 1)");
  insert.run(
    'scraper',
    JSON.stringify({ skipsFailed: false, skipsOffline: false, lines: '*.ads.example -> block\n* -> this rule' }),
  );
  insert.run('other', JSON.stringify({ lines: '* -> direct' }));
  records.close();

  const shop = await run('gateway', 'explain', 'https://shop.example.com/cart');
  expect(shop.stdout).toMatch(
    /^Rule {3}scraper\nHost {3}shop\.example\.com, port 443\nLine {3}2: \* -> this rule\nFirst {2}scraper: 5 proxies\n( {7}\S+:\d+.*\n){3}If none/,
  );
  expect((await run('gateway', 'explain', 'x.ads.example')).stdout).toContain(
    'Refused. Blocked by a line of the rule.',
  );
  const other = await run('gateway', 'explain', 'a.example', '--rule', 'OTHER');
  expect(other.stdout).toContain("Direct. It shows this computer's own address.");
  const json = await run('--json', 'gateway', 'explain', 'a.example:80');
  expect(JSON.parse(json.stdout)).toMatchObject({ rule: 'scraper', host: 'a.example', port: 80, line: 2 });
  expect(await run('gateway', 'explain')).toMatchObject({ code: 2 });
});
