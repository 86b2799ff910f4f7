/**
 * What a log of a million requests to many hosts answers. Argument: a file that does not exist yet. Prints `LogTimes` as JSON. The
 * totals have as many rows as they can have in seven days.
 */
import Database from 'better-sqlite3';
import { openStore } from '../../src/main/store/index.ts';
import { timeBounds, totalColumns, totalKeys } from '../../src/main/store/schema/request-totals.ts';
import { readQuery } from '../../src/shared/filter/query.ts';

/** Milliseconds of each answer, the median of five. */
export interface LogTimes {
  readonly answers: { readonly [what: string]: number };
}

const requests = 1_000_000;
const [file = ''] = process.argv.slice(2);
openStore({ file }).close();
const log = new Database(`${file}.requests`);
const n = (count: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${String(count - 1)})`;
const time = (of: string): string => `strftime('%Y-%m-%dT%H:%M:%S.000Z', unixepoch() - ${of}, 'unixepoch')`;
// A third of the requests goes to hosts that are requested once.
log.exec(`${n(requests)} INSERT INTO gateway_request (requested_at, rule, client, kind, target_host, target_port, outcome, reason, fault,
    received_bytes, sent_bytes, duration_ms, connect_ms, try_count, proxy_id, proxy_address)
  SELECT ${time(`(${String(requests)} - i) * 0.6`)}, 'rule-' || (i % 5), '127.0.0.1', 'connect',
    iif(i % 3 = 0, 'host-' || i || '.example.com', 'host-' || (i % 997) || '.example.com'), 443,
    iif(i % 20 = 0, 'fails', 'works'), iif(i % 20 = 0, 'refused', NULL), iif(i % 20 = 0, 'proxy', NULL),
    i % 100000, i % 1000, i % 5000, i % 300, 1, 'proxy-' || (i % 2500), '203.0.113.1:8000' FROM n`);
const isSet = (slot: number): string => `iif(i % ${String(timeBounds.length)} = ${String(slot)}, 90, 0)`;
for (const [hours, periods, rows] of [[24, 8, 6_000] as const, [1, 24, 3_000] as const]) {
  for (let period = 0; period < periods; period += 1) {
    const startsAt = `substr(${time(String(period * hours * 3600))}, 1, ${hours === 24 ? '10' : '13'})`;
    for (const kind of ['host', 'proxy']) {
      log.exec(`${n(rows)} INSERT INTO gateway_total (${[...totalKeys, ...totalColumns].join(', ')})
        SELECT '${kind}', ${String(hours)}, ${startsAt},
          iif(i % 3 = 0, 'host-' || (i + ${String(period * rows)}) || '.example.com', 'host-' || (i % 997) || '.example.com'),
          'rule-' || (i % 5), 'network-' || (i % 40), 'service-' || (i / 997), 100, 5, 110, 6, 1000000, 10000,
          ${timeBounds.map((_, slot) => isSet(slot)).join(', ')}, 0 FROM n`);
    }
  }
}
log.close();

const store = openStore({ file });
const answers: { [what: string]: number } = {};
function measure(what: string, work: (round: number) => unknown): void {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const startMs = performance.now();
    work(round);
    times.push(performance.now() - startMs);
  }
  answers[what] = times.toSorted((one, other) => one - other)[2] ?? NaN;
}
const window = (list: 'requests' | 'hosts', where: string) => ({
  where: readQuery(where, list),
  sort: [],
  offset: 0,
  limit: 200,
});
const changing = new Database(`${file}.requests`);
const change = (): void => void changing.exec('UPDATE request_loss SET count = count + 1');
for (const where of ['', 'outcome:fails', 'target:host-7', 'rule:rule-3 received:>50000']) {
  measure(`Rows of the log, filter "${where}"`, () => store.requests.list(window('requests', where)));
  measure(`Count of the log, filter "${where}"`, () => store.requests.count(readQuery(where, 'requests')));
}
measure('Hosts by their requests in the log', () =>
  store.groupsOf('requests', 'target', readQuery('', 'requests'), 100),
);
for (const [words, where] of [
  ['Hosts over 7 days', ''],
  ['Hosts over 24 hours', 'period:24h'],
  ['Networks over 7 days', 'by:network'],
  ['Proxies over 7 days', 'by:proxy'],
  ['Networks of a host over 7 days', 'by:network host:=host-7.example.com'],
] as const) {
  measure(`${words}, added up again`, () => {
    change();
    return store.hosts.list(window('hosts', where));
  });
}
measure('Hosts over 7 days, as they are kept', () => store.hosts.list(window('hosts', 'works:<96')));
changing.close();
store.close();
const written: LogTimes = { answers };
console.log(JSON.stringify(written));
