import type { Fault, PhaseDurations, TestSource } from '../records/test-result.ts';
import { defaultRule, type SuccessRule } from './local-test.ts';
import {
  defaultsOf,
  ipRow,
  parsed,
  protocolRow,
  type IpVersion,
  type OptionRows,
  type OptionValues,
} from '../options/option-rows.ts';
import { formatCount } from '../count-of.ts';
import type { Query } from '../filter/query-term.ts';
import { longestName } from '../saved.ts';

/** Specification, Limits. */
export const maxProxiesPerBatch = 20;

export const longestUrl = 2000;
export const maxTestUrls = 50;

export const runRows = {
  name: {
    kind: 'text',
    name: 'name',
    label: 'Name of the run',
    meaning: 'A name for the run.',
    placeholder: 'Optional',
    most: longestName,
  },
} as const satisfies OptionRows;

/** URLs are sent to the service and stored, so they must not have credentials. */
export function isTestUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** An interrupted run's process was killed. */
export type TestRunState = 'running' | 'paused' | 'finished' | 'canceled' | 'failed' | 'interrupted';

/** Limits spare this machine and the targets. */
export const localTestRows = {
  protocol: protocolRow,
  ip: ipRow,
  concurrency: {
    kind: 'number',
    name: 'concurrency',
    label: 'Proxies at once',
    meaning: 'Proxies that are tested at once.',
    least: 1,
    most: 1000,
    default: 50,
  },
  timeoutMs: {
    kind: 'number',
    name: 'timeout',
    label: 'Timeout',
    meaning: 'For each step of a request, in milliseconds.',
    unit: 'ms',
    shown: { unit: 's', per: 1000 },
    least: 100,
    most: 120_000,
    default: 10_000,
  },
  repeatCount: {
    kind: 'number',
    name: 'repeat',
    label: 'Requests per URL',
    meaning: 'Requests to each URL through each proxy, one after the other.',
    least: 1,
    most: 50,
    default: 1,
  },
  requestsPerSecond: {
    kind: 'number',
    name: 'rate',
    label: 'Requests per second',
    meaning: 'Requests per second to each website.',
    placeholder: 'No limit',
    canBeNull: true,
    hasFraction: true,
    least: 0.001,
    most: 10_000,
  },
  maxBytes: {
    kind: 'number',
    name: 'max-bytes',
    label: 'Data limit',
    meaning: 'No request starts after this much data.',
    placeholder: 'No limit',
    canBeNull: true,
    unit: 'bytes',
    shown: { unit: 'MB', per: 1e6 },
    least: 1,
    most: 1e13,
  },
  judgeUrl: parsed(
    {
      name: 'address-page',
      label: 'Address check URL',
      meaning: 'A page that shows the address and the headers that it sees.',
      placeholder: 'Optional: finds proxies that reveal you or exit elsewhere',
      canBeNull: true,
    },
    {
      read: (text) => (text.length <= longestUrl && isTestUrl(text.trim()) ? text.trim() : undefined),
      write: (url) => url,
      values: 'a full http:// or https:// URL without credentials',
      valueName: 'URL',
    },
  ),
} as const satisfies OptionRows;

export type LocalTestSettings = OptionValues<typeof localTestRows> & {
  readonly rule: SuccessRule;
};

export const defaultLocalTest: LocalTestSettings = {
  ...defaultsOf(localTestRows),
  rule: defaultRule,
};

/** Follow a count. */
const skipReasons = {
  'no-access': () => 'not for this proxy user',
  'no-address': (ip) => (ip === 'any' ? 'no address' : `no IPv${ip} address`),
  'no-port': (_, protocol) => `no ${protocol === 'http' ? 'HTTP' : 'SOCKS5'} port`,
  'no-password': () => 'no password',
  'no-ipv6': () => 'IPv6 only, and this machine has no IPv6',
} as const satisfies { readonly [reason: string]: (ip: IpVersion, protocol: LocalTestSettings['protocol']) => string };
export type SkippedOfTestReason = keyof typeof skipReasons;

export type SkippedOfTest = { readonly [Reason in SkippedOfTestReason]?: number };

/** "12 skipped: IPv6 only, and this machine has no IPv6"; null: none. */
export function describeSkippedOfTest({
  skippedCount,
  skipped,
  settings,
}: Pick<TestRunSummary, 'skippedCount' | 'skipped' | 'settings'>): string | null {
  if (skippedCount === 0) return null;
  const { ip, protocol } = settings ?? defaultLocalTest;
  const reasons = Object.entries(skipReasons).flatMap(([reason, describe]) => {
    // Its keys are those of `skipReasons`.
    const count = skipped[reason as SkippedOfTestReason];
    return count === undefined ? [] : [{ count, words: describe(ip, protocol) }];
  });
  const [first, ...others] = reasons;
  const start = `${formatCount(skippedCount)} skipped: `;
  if (first === undefined) return `${start}no address, no password, or not for this proxy user`;
  if (others.length === 0) return start + first.words;
  return start + reasons.map(({ count, words }) => `${formatCount(count)} ${words}`).join('; ');
}

export interface TestRunSummary {
  readonly id: number;
  /** '': shown as its number. */
  readonly name: string;
  readonly source: TestSource;
  /** Null: by the service. */
  readonly settings: LocalTestSettings | null;
  readonly state: TestRunState;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly urls: readonly string[];
  /** Null: each proxy's default user. */
  readonly proxyUserId: string | null;
  readonly proxyCount: number;
  /** No line can be built for them. */
  readonly skippedCount: number;
  /** Empty: unknown. */
  readonly skipped: SkippedOfTest;
  readonly batchCount: number;
  readonly batchesDone: number;
  /** Batches that failed, or whose outcome is unknown. */
  readonly batchesFailed: number;
  readonly resultCount: number;
  readonly successCount: number;
  /** Proxies that are done, with or without a result. */
  readonly proxiesDone: number;
  /** Proxies with a result, and those of them that work. */
  readonly proxiesTested: number;
  readonly proxiesPassed: number;
  /** Replaced or removed before their turn. */
  readonly goneCount: number;
  /** Received and sent; 0 for the service. */
  readonly bytes: number;
  /** Without pauses. */
  readonly activeMs: number;
  /** Why it stopped, or the last batch failed. */
  readonly problem: string | null;
}

/** Works, fails, and no result add up to the run. */
export function countOutcomes({
  proxyCount,
  proxiesTested,
  proxiesPassed,
}: Pick<TestRunSummary, 'proxyCount' | 'proxiesTested' | 'proxiesPassed'>) {
  // The plan may not be counted yet.
  const total = Math.max(proxyCount, proxiesTested);
  return {
    total,
    works: proxiesPassed,
    fails: proxiesTested - proxiesPassed,
    noResult: total - proxiesTested,
  };
}

/** "417 of 638 proxies work, 81 have no result". */
export function describeOutcomes(run: Parameters<typeof countOutcomes>[0]): string {
  const { total, works, noResult } = countOutcomes(run);
  const [ofTotal, without] = [total, noResult].map((count) => count.toLocaleString('en-US'));
  const rest = noResult === 0 ? '' : `, ${without ?? ''} ${noResult === 1 ? 'has' : 'have'} no result`;
  return `${works.toLocaleString('en-US')} of ${ofTotal ?? ''} ${total === 1 ? 'proxy' : 'proxies'} work${rest}`;
}

export interface TestEstimate {
  readonly proxyCount: number;
  /** Without address, port, password or access. */
  readonly skippedCount: number;
  readonly skipped: SkippedOfTest;
  readonly requestCount: number;
  /** `isMeasured`: from results of the same URLs. */
  readonly bytes: number;
  readonly isMeasured: boolean;
}

export interface TestRunFigures {
  readonly proxyCount: number;
  readonly passedCount: number;
  /** Null: none has a time. */
  readonly p50: number | null;
  readonly p95: number | null;
  /** By proxies. */
  readonly errors: readonly CodeCount[];
  /** By side at fault. */
  readonly faults: readonly FaultCount[];
  /** Equal steps; the last has everything slower. */
  readonly times: TimeHistogram | null;
  /** Around the median, and of the slowest 5%; null for the service. */
  readonly phases: { readonly median: PhaseDurations; readonly slowest: PhaseDurations } | null;
  /** About none of the tested proxies. */
  readonly strayCount: number;
  /** Null: no judge was asked. */
  readonly judged: { readonly otherExitCount: number; readonly revealingCount: number } | null;
}

export interface CodeCount {
  readonly code: string;
  readonly proxyCount: number;
}

export interface FaultCount {
  /** Null: unknown. */
  readonly fault: Fault | null;
  readonly proxyCount: number;
  readonly reasons: readonly CodeCount[];
}

export interface TimeHistogram {
  readonly step: number;
  readonly counts: readonly number[];
}

/** Another port may not work. */
export type TestedOver = Pick<LocalTestSettings, 'protocol' | 'ip'>;

/** Of a single `works:`, `fails:` or `run:`; null: none, or several. */
export function runOfQuery({ terms }: Query): number | null {
  const named = terms.filter(
    ({ key, isNegated }) => !isNegated && (key === 'works' || key === 'fails' || key === 'run'),
  );
  const ids = new Set(
    named.flatMap(({ values }) => values.map((value) => (value.kind === 'text' ? Number(value.text) : NaN))),
  );
  const [id] = ids;
  return id !== undefined && ids.size === 1 && Number.isSafeInteger(id) ? id : null;
}

/** How a run reached proxies; null: the service does not say. */
export const testedOver = (run: Pick<TestRunSummary, 'settings'> | undefined): TestedOver | null =>
  run?.settings ? { protocol: run.settings.protocol, ip: run.settings.ip } : null;
