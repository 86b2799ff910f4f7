/**
 * A report for the seller of proxies, about a test run or the gateway's requests to one host: which proxies are blocked there. It has no
 * credentials, and of a target only its host.
 */
import { countOf } from '../count-of.ts';
import { formatUtc } from '../filter/query.ts';
import { parseIpv4 } from '../ip-address.ts';
import { ownValue } from '../own-value.ts';
import type { FigurePeriod } from '../records/gateway-figure.ts';
import type { Fault, TestSource } from '../records/test-result.ts';
import { describeProbe, probeReasons, type ProbeReason } from './local-test.ts';

/** What a report can be about: a run, or the logged requests of the gateway to a host. */
export type ReportSubject = { readonly testRunId: number } | { readonly host: string; readonly period: FigurePeriod };

/** A result of a run, or a try of a request, with what is cached of its proxy. */
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

export interface ReportedRun {
  readonly id: number;
  readonly name: string;
  readonly source: TestSource;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
}

/** Logged requests as a report names them; times in ms since 1970, the second one not included. */
export interface ReportedTime {
  readonly fromMs: number;
  readonly untilMs: number;
}

type ReportSource = ReportedRun | ReportedTime;

interface Group {
  readonly name: string;
  readonly failed: number;
  readonly tested: number;
}

/** A proxy that did not get a page that another one got. */
interface BlamedProxy {
  readonly address: string;
  /** Of the last failure, in UTC. */
  readonly at: string;
  readonly answer: string;
  readonly failures: number;
  /** The address that a page saw; '': unknown. */
  readonly exit: string;
  /** Other hosts that it reached in the same run or time. */
  readonly reached: readonly string[];
  /** In the run or time before; '': it was not tried against this host. */
  readonly before: 'failed' | 'worked' | '';
  readonly network: string;
  readonly subnet: string;
  readonly service: string;
}

/** The run or time before, against the same host. */
interface Comparison {
  readonly source: ReportSource;
  readonly failed: number;
  readonly tested: number;
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
  /** How often each answer was the last one of a blamed proxy. */
  readonly answers: ReadonlyMap<string, number>;
  /** Null: there are no earlier results of the host. */
  readonly before: Comparison | null;
}

export interface SellerReport {
  readonly source: ReportSource;
  /** Most blamed first. */
  readonly targets: readonly TargetReport[];
}

/** A run, or a time, with its results. */
interface ReportedResults {
  readonly source: ReportSource;
  readonly results: Iterable<ReportedResult>;
}

/** The outcome of all requests of a proxy to one host. */
interface Tried {
  works: boolean;
  /** About the proxy; null: none. */
  failure: ReportedResult | null;
  failureCount: number;
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
 * Makes a report. A proxy is blamed for a host only if none of its requests there got the page and another proxy got it in
 * the same run or time, and never for what can be the fault of this machine or of its credentials.
 *
 * @param before an earlier run of the same source, or the time before
 * @param onlyHost the host that it is about, so that others only say what was reached elsewhere
 */
export function makeSellerReport(
  now: ReportedResults,
  before: ReportedResults | null,
  onlyHost?: string,
): SellerReport {
  const proxies = collect(now.results);
  const proxiesBefore = before ? collect(before.results) : new Map<string, Proxy>();
  const only = onlyHost === undefined ? undefined : targetOf(urlOfHost(onlyHost));
  const targets = new Set([...proxies.values()].flatMap(({ byTarget }) => [...byTarget.keys()]));
  return {
    source: now.source,
    targets: [...targets]
      .filter((target) => only === undefined || target === only)
      .map((target) => reportTarget(target, proxies, before && { source: before.source, proxies: proxiesBefore }))
      .sort((one, other) => other.blamed.length - one.blamed.length || compare(one.target, other.target)),
  };
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const targetOf = (url: string): string => URL.parse(url)?.host ?? '';

/** The URL of requests to a host of which nothing else is known. */
export const urlOfHost = (host: string): string => `https://${host.includes(':') ? `[${host}]` : host}/`;

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
    const target = targetOf(url ?? '');
    if (target === '' || works === null) continue;
    const tried = proxy.byTarget.get(target) ?? { works: false, failure: null, failureCount: 0 };
    proxy.byTarget.set(target, tried);
    tried.works ||= works;
    if (works || !isJudged(result)) continue;
    tried.failure = result;
    tried.failureCount += 1;
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
  earlier: { readonly source: ReportSource; readonly proxies: ReadonlyMap<string, Proxy> } | null,
): TargetReport {
  const tested = [...proxies].filter(([, { byTarget }]) => byTarget.has(target));
  const worked = tested.filter(([, { byTarget }]) => byTarget.get(target)?.works === true).length;
  const failures = tested.flatMap(([address, proxy]) => {
    const { works = false, failure = null, failureCount = 0 } = proxy.byTarget.get(target) ?? {};
    return works || failure === null ? [] : [{ address, proxy, failure, failureCount }];
  });
  const stateBefore = (address: string): BlamedProxy['before'] => {
    const tried = earlier?.proxies.get(address)?.byTarget.get(target);
    if (!tried || (!tried.works && tried.failure === null)) return '';
    return tried.works ? 'worked' : 'failed';
  };
  const blamed = (worked === 0 ? [] : failures)
    .map(({ address, proxy, failure, failureCount: failures }): BlamedProxy => {
      const { network, subnet, service, exit, byTarget } = proxy;
      const reached = [...byTarget].flatMap(([other, { works }]) => (works ? [other] : []));
      const at = failure.receivedAtMs === null ? '' : formatUtc(failure.receivedAtMs);
      const answer = describeAnswer(failure);
      return { address, at, answer, failures, exit, reached, before: stateBefore(address), network, subnet, service };
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
    answers: countBy(blamed.map(({ answer }) => answer)),
    before:
      earlier && testedThen.length > 0
        ? {
            source: earlier.source,
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

/** The words for what a run, or requests of the gateway, can show. */
interface Words {
  readonly source: string;
  /** `got the page`; `get the page`. */
  readonly got: string;
  readonly get: string;
  readonly meanwhile: string;
}

function wordsFor(source: ReportSource): Words {
  if ('fromMs' in source) {
    const { fromMs, untilMs } = source;
    return {
      source: `Requests through our gateway from ${formatUtc(fromMs)} to ${formatUtc(untilMs)}`,
      // Inside a tunnel no page is seen.
      ...{ got: 'reached it', get: 'reach it', meanwhile: 'in the same time' },
    };
  }
  return {
    source: `Run ${describeRun(source)}`,
    got: 'got the page',
    get: 'get the page',
    meanwhile: 'in the same run',
  };
}

/** Writes a report as plain text, with the first proxies of each host. */
export function writeReport(report: SellerReport): string {
  const { source, targets } = report;
  const title = titleOfReport(report);
  const intro =
    'fromMs' in source
      ? `${wordsFor(source).source}. Of tunnels only their connection is known.`
      : `Test run ${describeRun(source)}, tested ${testers[source.source]}.`;
  return [
    title,
    '='.repeat(title.length),
    '',
    `${intro} All times are UTC.`,
    ...targets.flatMap((target) => ['', ...writeTarget(target, wordsFor(source))]),
    '',
  ].join('\n');
}

const testers = { here: 'from our machine', service: 'by the service', gateway: 'by real requests' } as const;

const describeRun = ({ id, name, startedAt }: ReportedRun): string =>
  `${String(id)}${name === '' ? '' : ` (${oneLine(name)})`} of ${formatUtc(Date.parse(startedAt))}`;

// A name may come from elsewhere.
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

function writeTarget(report: TargetReport, { got, get, meanwhile }: Words): string[] {
  const { target, tested, worked, unjudged, blamed, networks, subnets, services, answers, before } = report;
  const others = blamed.filter(({ reached }) => reached.length > 0);
  const hosts = [...new Set(others.flatMap(({ reached }) => reached))].sort(compare);
  const verdict =
    worked === 0
      ? `No proxy ${got}, so no proxy is to blame.`
      : `${String(blamed.length)} of ${countOf(tested, 'proxy', 'proxies')} did not ${get}; ${String(worked)} did ${meanwhile}.`;
  return [
    target,
    '-'.repeat(target.length),
    verdict,
    ...(unjudged === 0
      ? []
      : [`${String(unjudged)} could not be judged: wrong credentials, or a problem of our machine.`]),
    ...(others.length === 0 ? [] : [`Of those that did not, ${String(others.length)} reached ${hosts.join(', ')}.`]),
    ...(before === null ? [] : [describeComparison(before)]),
    ...writeAnswers(answers),
    ...writeGroups('Networks', networks),
    ...writeGroups('Blocks', subnets),
    ...writeGroups('Services', services),
    ...writeProxies(blamed),
  ];
}

const describeComparison = ({ source, failed, tested, stillFailing, worksAgain }: Comparison): string =>
  `${wordsFor(source).source}: ${String(failed)} of ${String(tested)} did not get it. ` +
  `${String(stillFailing)} of them still do not, and ${String(worksAgain)} do again.`;

function writeAnswers(answers: ReadonlyMap<string, number>): string[] {
  if (answers.size === 0) return [];
  const lines = [...answers]
    .sort(([one, count], [other, otherCount]) => otherCount - count || compare(one, other))
    .slice(0, maxGroups)
    .map(([answer, count]) => `  ${String(count)}  ${oneLine(answer)}`);
  return ['', 'Answers', ...lines, ...more(answers.size - maxGroups, '')];
}

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
    .map(({ address, at, answer, failures, exit, reached, before }) =>
      [
        `  ${oneLine(address)}`,
        at,
        `${oneLine(answer)}${failures === 1 ? '' : `, ${String(failures)} times`}`,
        ...(exit === '' ? [] : [`exit ${oneLine(exit)}`]),
        ...(reached.length === 0 ? [] : [`reached ${reached.join(', ')}`]),
        ...(before === '' ? [] : [`${before} before`]),
      ].join('  '),
    );
  return ['', 'Proxies', ...lines, ...more(blamed.length - maxAddresses, ', which the CSV file has')];
}

const more = (count: number, where: string): string[] => (count > 0 ? [`  and ${String(count)} more${where}`] : []);

const headings = [
  ...['host', 'proxy', 'time_utc', 'answer', 'failures', 'exit_address', 'reached', 'before'],
  ...['network', 'subnet', 'service'],
];

/** All proxies of a report as a table. */
export const tabulateReport = ({ targets }: SellerReport) => ({
  headings,
  rows: targets.flatMap(({ target, blamed }) =>
    blamed.map(({ address, at, answer, failures, exit, reached, before, network, subnet, service }) => [
      ...[target, address, at, answer, failures, exit, reached.join(' '), before],
      ...[network, subnet, service],
    ]),
  ),
});
