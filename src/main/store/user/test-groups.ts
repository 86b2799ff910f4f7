import type { TestComparison, TestGroup, TestGrouping } from '../../../shared/testing/test-run.ts';
import type { Connection, SqlRow } from '../sqlite/connection.ts';

/** How a grouping reads the value and the label of a proxy `r`, and finds it again with a filter. */
const groupings: {
  readonly [G in Exclude<TestGrouping, 'target'>]: {
    readonly value: string;
    readonly label: string;
    readonly filter: (value: string) => string;
  };
} = {
  network: { value: 'r.asn_id', label: 'r.asn_name', filter: (value) => `asn:${value}` },
  subnet: {
    value: 'coalesce(r.subnet_id, r.subnet_id_v6)',
    label: 'coalesce(r.subnet_id, r.subnet_id_v6)',
    filter: (value) => `subnet:${quote(value)}`,
  },
  service: {
    value: 'r.service_id',
    label: 'coalesce(service.service_name, r.service_id)',
    filter: (value) => `service:=${quote(value)}`,
  },
  city: { value: 'r.city_name', label: 'r.city_name', filter: (value) => `city:=${quote(value)}` },
  country: {
    value: 'r.country_id',
    label: 'coalesce(r.country_name, r.country_id)',
    filter: (value) => `country:=${quote(value)}`,
  },
};
/** More would not be read. */
const mostGroups = 1000;
/** So many proxies of a run show which other run tested the same ones. */
const sampleSize = 100;

/** A text as a value of the filter language, which ends it at the next quote. */
const quote = (text: string): string => `"${text.replaceAll('"', '')}"`;

/** The newest run of a source that tested most of the first proxies of a run. */
export const findOtherRun = `SELECT b.test_run_id FROM (SELECT proxy_id FROM tested_proxy WHERE test_run_id = ?
     AND proxy_id IS NOT NULL AND result_count > 0 LIMIT ${String(sampleSize)}) a
   CROSS JOIN tested_proxy b ON b.proxy_id = a.proxy_id AND b.result_count > 0
   CROSS JOIN test_run o ON o.id = b.test_run_id AND o.source = ?
   GROUP BY 1 ORDER BY count(*) DESC, 1 DESC LIMIT 1`;
/** Runs that are compared are read in their order: looking each proxy up takes seconds if the history is long. */
export const selectCompared = `SELECT proxy_id, success_count = result_count, errors FROM tested_proxy
  WHERE test_run_id = ? AND proxy_id IS NOT NULL AND result_count > 0`;

/** A row for each proxy of a run and what it is grouped by. */
const groupedProxies = (by: TestGrouping): string =>
  by === 'target'
    ? `SELECT proxy_test_result_url AS value, proxy_test_result_url AS label, min(id) AS place,
         min(proxy_test_result_is_successful IS 1) AS passed,
         max(proxy_test_result_response_time) FILTER (WHERE proxy_test_result_is_successful = 1) AS time
       FROM test_result WHERE test_run_id = ?
       GROUP BY proxy_test_result_url, coalesce(proxy_id, proxy_host || ' ' || proxy_port)`
    : `SELECT ${groupings[by].value} AS value, ${groupings[by].label} AS label, t.position AS place,
         t.success_count = t.result_count AS passed, t.slowest_time AS time
       FROM tested_proxy t LEFT JOIN proxy r ON r.proxy_id = t.proxy_id
       LEFT JOIN service ON service.service_id = r.service_id
       WHERE t.test_run_id = ? AND t.result_count > 0`;
/** SQLite adds up the groups: a row of JavaScript for each proxy takes twice as long. */
const selectGroups = (by: TestGrouping): string =>
  `SELECT value, max(label), count(*), sum(passed), json_group_array(time) FILTER (WHERE time IS NOT NULL)
   FROM (${groupedProxies(by)}) GROUP BY value ORDER BY count(*) DESC, min(place) LIMIT ${String(mostGroups)}`;

/** Runs by what their proxies have in common, and compared with each other, over one connection. */
export function createTestGroups(writer: Connection) {
  return {
    /** Most proxies first; of groups of the same size, the one that was tested first. */
    by: (testRunId: number, by: TestGrouping): TestGroup[] =>
      writer.all(selectGroups(by), testRunId).map((row) => toGroup(testRunId, by, row)),
    /**
     * The same proxies in the newest run of the other source that tested most of them; null: none did.
     *
     * @param other the other source
     */
    compare(testRunId: number, other: 'here' | 'service'): TestComparison | null {
      const [otherId] = writer.get(findOtherRun, testRunId, other) ?? [];
      if (otherId === undefined) return null;
      const readRun = (id: number) => writer.all(selectCompared, id);
      const others = new Map(
        readRun(Number(otherId)).map(([proxyId, passed]) => [proxyId, passed] as const),
      );
      const counts = new Map<string, number>();
      const reasons = new Map<string, number>();
      for (const [proxyId, passed, errors] of readRun(testRunId)) {
        const other = others.get(proxyId);
        if (other === undefined) continue;
        const pair = `${String(passed)}${String(other)}`;
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
        const code = typeof errors === 'string' ? errors.split(',').at(-1) : undefined;
        if (pair !== '01' || code === undefined) continue;
        reasons.set(code, (reasons.get(code) ?? 0) + 1);
      }
      const countOf = (pair: string): number => counts.get(pair) ?? 0;
      const [first] = [...reasons].sort(([, left], [, right]) => right - left);
      return {
        testRunId: Number(otherId),
        bothPassed: countOf('11'),
        onlyPassed: countOf('10'),
        onlyOtherPassed: countOf('01'),
        bothFailed: countOf('00'),
        reason: first ? { code: first[0], proxyCount: first[1] } : null,
      };
    },
  };
}

function toGroup(
  testRunId: number,
  by: TestGrouping,
  [value = null, label = null, proxyCount, passedCount, times]: SqlRow,
): TestGroup {
  // SQLite wrote a list of integers.
  const sorted = Float64Array.from(JSON.parse(String(times)) as number[]).sort();
  const percentile = (share: number): number | null =>
    sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
  const isFound = by !== 'target' && value !== null && value !== '';
  return {
    label: label === null || label === '' ? null : String(label),
    where: isFound ? `run:${String(testRunId)} ${groupings[by].filter(String(value))}` : null,
    proxyCount: Number(proxyCount),
    passedCount: Number(passedCount),
    p50: percentile(0.5),
    p95: percentile(0.95),
  };
}
