/**
 * A report for the seller of tested proxies: where they are blocked, by network, block and service, with evidence. No
 * credentials; only hosts of targets.
 */
import { countOf } from '../count-of.ts';
import { formatUtc } from '../filter/query.ts';
import { parseIpv4 } from '../ip-address.ts';
import { ownValue } from '../own-value.ts';
import type { Fault, TestSource } from '../records/test-result.ts';
import { describeProbe, probeReasons, type ProbeReason } from './local-test.ts';

/** A result of a run, with what is cached of its proxy. */
export interface ReportedResult {
  /** The address that was tested. */
  readonly host: string | null;
  readonly port: number | null;
  readonly url: string | null;
  /** Null: it has no outcome, such as one of the address page. */
  readonly works: boolean | null;
  /** A `ProbeReason`, or an error code of the service. */
  readonly reason: string | null;
  readonly fault: Fault | null;
  readonly status: number | null;
  /** By this computer's clock. */
  readonly receivedAtMs: number | null;
  readonly exitAddress: string | null;
  readonly network: string | null;
  readonly service: string | null;
}

/** A run as a report names it. */
export interface ReportedRun {
  readonly id: number;
  readonly name: string;
  readonly source: TestSource;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
}

interface Group {
  readonly name: string;
  readonly failed: number;
  readonly tested: number;
}

/** A proxy that did not get a page that another one got. */
interface BlamedProxy {
  readonly address: string;
  /** UTC. */
  readonly at: string;
  readonly answer: string;
  /** The address that a page saw; '': unknown. */
  readonly exit: string;
  /** Other hosts that it reached in the same run. */
  readonly reached: readonly string[];
  /** In the run before; '': it was not tested against this host. */
  readonly before: 'failed' | 'worked' | '';
  readonly network: string;
  readonly subnet: string;
  readonly service: string;
}

/** The run before, against the same host. */
interface Comparison {
  readonly run: ReportedRun;
  readonly failed: number;
  readonly tested: number;
  /** With the earlier run. */
  readonly stillFailing: number;
  readonly worksAgain: number;
}

interface TargetReport {
  readonly target: string;
  readonly tested: number;
  readonly worked: number;
  /** For example, refused credentials. */
  readonly unjudged: number;
  /** Empty if none got the page: then it can be the target. */
  readonly blamed: readonly BlamedProxy[];
  readonly networks: readonly Group[];
  readonly subnets: readonly Group[];
  readonly services: readonly Group[];
  /** Null: no earlier run tested the host. */
  readonly before: Comparison | null;
}

interface SellerReport {
  readonly run: ReportedRun;
  /** Most blamed first. */
  readonly targets: readonly TargetReport[];
}

/** A run and its results. */
interface RunWithResults {
  readonly run: ReportedRun;
  readonly results: Iterable<ReportedResult>;
}

/** The outcome of all requests of a proxy to one host. */
interface Tried {
  works: boolean;
  /** About the proxy; null: none. */
  failure: ReportedResult | null;
}
interface Proxy {
  readonly network: string;
  readonly subnet: string;
  readonly service: string;
  exit: string;
  readonly byTarget: Map<string, Tried>;
}

/** These may be ours: wrong credentials, or this machine's address. */
const unjudgedReasons: readonly string[] = ['wrong-credentials', 'not-allowed'];

/**
 * Makes a report. A proxy is blamed for a host if all its requests there failed and another proxy succeeded in the run,
 * never for faults of machine or credentials.
 *
 * @param before an earlier run of the same source
 */
export function makeSellerReport(now: RunWithResults, before: RunWithResults | null): SellerReport {
  const proxies = collect(now.results);
  const proxiesBefore = before ? collect(before.results) : new Map<string, Proxy>();
  const targets = new Set([...proxies.values()].flatMap(({ byTarget }) => [...byTarget.keys()]));
  return {
    run: now.run,
    targets: [...targets]
      .map((target) => reportTarget(target, proxies, before && { run: before.run, proxies: proxiesBefore }))
      .sort((one, other) => other.blamed.length - one.blamed.length || compare(one.target, other.target)),
  };
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

function collect(results: Iterable<ReportedResult>): Map<string, Proxy> {
  const proxies = new Map<string, Proxy>();
  for (const result of results) {
    const { host, port, url, works, exitAddress, network, service } = result;
    if (host === null) continue;
    const address = addressOf(host, port);
    const proxy = proxies.get(address) ?? {
      network: network ?? '',
      subnet: subnetOf(host),
      service: service ?? '',
      exit: '',
      byTarget: new Map<string, Tried>(),
    };
    proxies.set(address, proxy);
    proxy.exit = exitAddress ?? proxy.exit;
    const target = URL.parse(url ?? '')?.host ?? '';
    if (target === '' || works === null) continue;
    const tried = proxy.byTarget.get(target) ?? { works: false, failure: null };
    proxy.byTarget.set(target, tried);
    tried.works ||= works;
    if (!works && isJudged(result)) tried.failure = result;
  }
  return proxies;
}

const isJudged = ({ fault, reason }: ReportedResult): boolean =>
  fault !== 'machine' && !unjudgedReasons.includes(reason ?? '');

const addressOf = (host: string, port: number | null): string => {
  const written = host.includes(':') ? `[${host}]` : host;
  return port === null ? written : `${written}:${String(port)}`;
};

/** Of an IPv4 address. */
const subnetOf = (host: string): string =>
  parseIpv4(host) === undefined ? '' : `${host.split('.').slice(0, 3).join('.')}.0/24`;

function reportTarget(
  target: string,
  proxies: ReadonlyMap<string, Proxy>,
  earlier: { readonly run: ReportedRun; readonly proxies: ReadonlyMap<string, Proxy> } | null,
): TargetReport {
  const tested = [...proxies].filter(([, { byTarget }]) => byTarget.has(target));
  const worked = tested.filter(([, { byTarget }]) => byTarget.get(target)?.works === true).length;
  const failures = tested.flatMap(([address, proxy]) => {
    const { works, failure } = proxy.byTarget.get(target) ?? { works: false, failure: null };
    return works || failure === null ? [] : [{ address, proxy, failure }];
  });
  const stateBefore = (address: string): BlamedProxy['before'] => {
    const tried = earlier?.proxies.get(address)?.byTarget.get(target);
    if (!tried || (!tried.works && tried.failure === null)) return '';
    return tried.works ? 'worked' : 'failed';
  };
  const blamed = (worked === 0 ? [] : failures)
    .map(({ address, proxy, failure }): BlamedProxy => {
      const { network, subnet, service, exit, byTarget } = proxy;
      const reached = [...byTarget].flatMap(([other, { works }]) => (works ? [other] : []));
      const at = failure.receivedAtMs === null ? '' : formatUtc(failure.receivedAtMs);
      const answer = describeAnswer(failure);
      return { address, at, answer, exit, reached, before: stateBefore(address), network, subnet, service };
    })
    .sort((one, other) => compare(one.network, other.network) || compare(one.subnet, other.subnet));
  const judged = [
    ...blamed.map(({ address }) => address),
    ...tested.flatMap(([address, { byTarget }]) => (byTarget.get(target)?.works === true ? [address] : [])),
  ];
  const groupBy = (key: 'network' | 'subnet' | 'service'): Group[] => {
    const failed = countBy(blamed.map((one) => one[key]));
    const all = countBy(judged.map((address) => proxies.get(address)?.[key] ?? ''));
    return [...failed]
      .filter(([name]) => name !== '')
      .map(([name, count]) => ({ name, failed: count, tested: all.get(name) ?? count }))
      .sort((one, other) => other.failed - one.failed || compare(one.name, other.name));
  };
  const statesThen = [...(earlier?.proxies.keys() ?? [])].map((address) => ({ address, state: stateBefore(address) }));
  const testedThen = statesThen.filter(({ state }) => state !== '');
  const failedThen = testedThen.filter(({ state }) => state === 'failed');
  return {
    target,
    tested: tested.length,
    worked,
    unjudged: tested.length - worked - failures.length,
    blamed,
    networks: groupBy('network'),
    subnets: groupBy('subnet'),
    services: groupBy('service'),
    before:
      earlier && testedThen.length > 0
        ? {
            run: earlier.run,
            failed: failedThen.length,
            tested: testedThen.length,
            stillFailing: failures.filter(({ address }) => stateBefore(address) === 'failed').length,
            worksAgain: failedThen.filter(({ address }) => proxies.get(address)?.byTarget.get(target)?.works === true)
              .length,
          }
        : null,
  };
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function describeAnswer({ reason, status }: ReportedResult): string {
  if (reason === null) return status === null ? 'Failed' : `Failed (${String(status)})`;
  return ownValue(probeReasons, reason) === undefined
    ? reason
    : // It is one of the keys.
      describeProbe({ reason: reason as ProbeReason, status });
}

const maxGroups = 15;
const maxAddresses = 100;

/** The title of a report: `Blocked at example.com`. */
export function titleOfReport({ targets }: SellerReport): string {
  const blocked = targets.filter(({ blamed }) => blamed.length > 0).map(({ target }) => target);
  const [first] = blocked;
  if (first === undefined) return 'Nothing is blocked';
  return blocked.length === 1
    ? `Blocked at ${first}`
    : `Blocked at ${first} and ${countOf(blocked.length - 1, 'other host')}`;
}

/** Writes plain text, with the first proxies of each host. */
export function writeReport(report: SellerReport): string {
  const { run, targets } = report;
  const title = titleOfReport(report);
  const tester = { here: 'from our machine', service: 'by the service', gateway: 'by real requests' }[run.source];
  return [
    title,
    '='.repeat(title.length),
    '',
    `Test run ${describeRun(run)}, tested ${tester}. All times are UTC.`,
    ...targets.flatMap((target) => ['', ...writeTarget(target)]),
    '',
  ].join('\n');
}

const describeRun = ({ id, name, startedAt }: ReportedRun): string =>
  `${String(id)}${name === '' ? '' : ` (${oneLine(name)})`} of ${formatUtc(Date.parse(startedAt))}`;

// A name may come from elsewhere.
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

function writeTarget(report: TargetReport): string[] {
  const { target, tested, worked, unjudged, blamed, networks, subnets, services, before } = report;
  const others = blamed.filter(({ reached }) => reached.length > 0);
  const hosts = [...new Set(others.flatMap(({ reached }) => reached))].sort(compare);
  const verdict =
    worked === 0
      ? 'No proxy got the page, so no proxy is to blame.'
      : `${String(blamed.length)} of ${countOf(tested, 'proxy', 'proxies')} did not get the page; ${String(worked)} did in the same run.`;
  return [
    target,
    '-'.repeat(target.length),
    verdict,
    ...(unjudged === 0
      ? []
      : [`${String(unjudged)} could not be judged: wrong credentials, or a problem of our machine.`]),
    ...(others.length === 0 ? [] : [`Of those that did not, ${String(others.length)} reached ${hosts.join(', ')}.`]),
    ...(before === null ? [] : [describeComparison(before)]),
    ...writeGroups('Networks', networks),
    ...writeGroups('Blocks', subnets),
    ...writeGroups('Services', services),
    ...writeProxies(blamed),
  ];
}

const describeComparison = ({ run, failed, tested, stillFailing, worksAgain }: Comparison): string =>
  `Run ${describeRun(run)}: ${String(failed)} of ${String(tested)} did not get it. ` +
  `${String(stillFailing)} of them still do not, and ${String(worksAgain)} do again.`;

function writeGroups(title: string, groups: readonly Group[]): string[] {
  if (groups.length === 0) return [];
  const lines = groups
    .slice(0, maxGroups)
    .map(({ name, failed, tested }) => `  ${String(failed)} of ${String(tested)}  ${oneLine(name)}`);
  return ['', title, ...lines, ...more(groups.length - maxGroups, '')];
}

function writeProxies(blamed: readonly BlamedProxy[]): string[] {
  if (blamed.length === 0) return [];
  const lines = blamed
    .slice(0, maxAddresses)
    .map(({ address, at, answer, exit, reached, before }) =>
      [
        `  ${oneLine(address)}`,
        at,
        oneLine(answer),
        ...(exit === '' ? [] : [`exit ${oneLine(exit)}`]),
        ...(reached.length === 0 ? [] : [`reached ${reached.join(', ')}`]),
        ...(before === '' ? [] : [`${before} before`]),
      ].join('  '),
    );
  return ['', 'Proxies', ...lines, ...more(blamed.length - maxAddresses, ', which the CSV file has')];
}

const more = (count: number, where: string): string[] => (count > 0 ? [`  and ${String(count)} more${where}`] : []);

const headings = [
  ...['host', 'proxy', 'time_utc', 'answer', 'exit_address', 'reached', 'run_before'],
  ...['network', 'subnet', 'service'],
];

/** All proxies of a report as a table. */
export const tabulateReport = ({ targets }: SellerReport) => ({
  headings,
  rows: targets.flatMap(({ target, blamed }) =>
    blamed.map(({ address, at, answer, exit, reached, before, network, subnet, service }) => [
      ...[target, address, at, answer, exit, reached.join(' '), before],
      ...[network, subnet, service],
    ]),
  ),
});
