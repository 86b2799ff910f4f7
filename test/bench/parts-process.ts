/**
 * What the parts of a sync cost, in one thread and without a network: pages of
 * 1,000 proxies from memory. Argument: number of proxies. Prints one line of JSON,
 * milliseconds of processor time a page.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { cutRows } from '../../src/main/api/cut-rows.ts';
import { readPage } from '../../src/main/api/pages.ts';
import { createDemoAccount } from '../../src/main/demo/account.ts';
import { answerPage } from '../../src/main/demo/page.ts';
import { openStore } from '../../src/main/store/index.ts';

export interface PartCosts {
  readonly parse: number;
  readonly cutAndDigest: number;
  readonly bareInsert: number;
  readonly writeNew: number;
  readonly buildIndexes: number;
  readonly seeUnchanged: number;
  readonly loadFingerprints: number;
}

const pageSize = 1000;
const proxyCount = Number(process.argv[2]);
const account = createDemoAccount({ proxyCount, seed: 2026, nowMs: Date.now() });
const rules = { defaultPerPage: pageSize, maxPerPage: pageSize, oversizedPages: 'capped' } as const;
const bodies = Array.from({ length: proxyCount / pageSize }, (_, index) => {
  const query = { page: String(index + 1), per_page: String(pageSize) };
  return Buffer.from(JSON.stringify(answerPage(account.proxies, query, rules, 'Proxy')));
});

/** Processor time of some work, in milliseconds a page. */
function costOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / bodies.length;
}

const folder = mkdtempSync(join(tmpdir(), 'proxydeck-parts-'));
const decoder = new TextDecoder();
const parse = costOf(() => {
  for (const body of bodies) JSON.parse(decoder.decode(body));
});
let cuts = bodies.map((body) => cutRows(body) ?? null);
const cutAndDigest = costOf(() => {
  cuts = bodies.map((body) => cutRows(body) ?? null);
});

const bare = new Database(join(folder, 'bare.sqlite'));
bare.pragma('journal_mode = WAL');
bare.pragma('synchronous = FULL');
const width = 18;
bare.exec(
  `CREATE TABLE proxy (key INTEGER PRIMARY KEY, ${Array.from({ length: width }, (_, at) => `c${String(at)}`).join(', ')})`,
);
const insert = bare.prepare(
  `INSERT INTO proxy VALUES (NULL, ${new Array(width).fill('?').join(', ')})`,
);
const bytes = Buffer.alloc(16, 7);
const row = [bytes, bytes, bytes, '2026-10-01 10:10:10', 'ip4-100000', null, null, null];
const values = [...row, ...Array.from({ length: width - row.length }, (_, at) => at)];
const bareInsert = costOf(() => {
  for (let page = 0; page < bodies.length; page += 1) {
    bare.transaction(() => {
      for (let count = 0; count < pageSize; count += 1) insert.run(...values);
    })();
  }
});
bare.close();

const store = openStore({ file: join(folder, 'copy.sqlite') });
store.unlock('bench');
const walk = (): { load: number; write: number; close: number } => {
  let pass = store.syncs.startPass('services');
  pass.close();
  const load = costOf(() => {
    pass = store.syncs.startPass('proxies');
  });
  const write = costOf(() => {
    for (const [index, body] of bodies.entries()) {
      const received = { body, rows: cuts[index] ?? null };
      pass.write(readPage(received, index + 1, 'proxy_id').rows);
    }
  });
  const close = costOf(() => {
    pass.close();
  });
  return { load, write, close };
};
const first = walk();
const second = walk();
store.close();
rmSync(folder, { recursive: true, force: true });
const costs: PartCosts = {
  parse,
  cutAndDigest,
  bareInsert,
  writeNew: first.write,
  buildIndexes: first.close,
  seeUnchanged: second.write,
  loadFingerprints: second.load,
};
console.log(JSON.stringify(costs));
