import { setTimeout as wait } from 'node:timers/promises';
import type { ProbeReason, ProbeResult } from '../../../shared/test-runs/local-test.ts';
import type { DialedProxy } from '../../dial/tunnel.ts';
import { createIpv6Route, type Ipv6Route } from '../../dial/ipv6-route.ts';
import { probe, type ProbeOptions } from './probe.ts';
import { randomBytes } from 'node:crypto';
import { lookup, Resolver } from 'node:dns/promises';
import { connect, isIP, isIPv6 } from 'node:net';

export interface ProbeJob {
  readonly proxy: DialedProxy & { readonly proxy_id: string };
  readonly url: string;
}

export interface ProbeRun<Job extends ProbeJob> {
  /** By proxy, in order, taken just before they are sent. */
  readonly jobs: Iterable<Iterable<Job>>;
  /** Proxies at once. */
  readonly concurrency: number;
  /** To each target; null: no limit. */
  readonly requestsPerSecond: number | null;
  /** Received and sent, before the last start; null: no limit. */
  readonly maxBytes: number | null;
  readonly optionsOf: (job: Job) => Omit<ProbeOptions, 'signal'>;
  /** `known`: proxies that answered in this run. */
  readonly isOnline: (known: readonly KnownHost[]) => Promise<boolean>;
  /** Undefined: no IPv6 address failed yet. */
  readonly ipv6?: Ipv6Route;
}

/** `unsure`: finished, but nothing shows that this machine was online. */
export type RunEnd = 'finished' | 'unsure' | 'canceled' | 'offline' | 'data-limit';

/** Unproven failures in a row before asking whether this machine is offline. */
const suspiciousStreak = 20;
/** Streaks double up to this: their results are in memory only. */
const longestStreak = 640;
const knownCount = 3;

/**
 * Probes proxies, several at once.
 *
 * @param onResult once per job, unless the network is broken
 */
export async function runProbes<Job extends ProbeJob>(
  { jobs, concurrency, requestsPerSecond, maxBytes, optionsOf, isOnline, ipv6 = createIpv6Route() }: ProbeRun<Job>,
  onResult: (job: Job, result: ProbeResult) => void,
  signal: AbortSignal,
): Promise<RunEnd> {
  const remaining = Iterator.from(jobs);
  const pace = createPace(requestsPerSecond);
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  let end: RunEnd = 'finished';
  let bytes = 0;
  const streak = createStreak(onResult, isOnline, () => {
    end = 'offline';
    stop.abort();
  });
  /** @returns false: the data was used up */
  const send = async (job: Job): Promise<boolean> => {
    // Others would only wait for the same failure.
    if (isIPv6(job.proxy.host) && ipv6.isMissing()) {
      await streak.add(job, unreached);
      return true;
    }
    const url = new URL(job.url);
    await pace(url.origin, stopped);
    if (maxBytes !== null && bytes >= maxBytes) return false;
    const result = await probe(job.proxy, url, { ...optionsOf(job), signal: stopped });
    bytes += result.bytes;
    if (result.reason === 'no-route') ipv6.failed(job.proxy.host);
    else if (isAnswer(result)) ipv6.opened(job.proxy.host);
    await streak.add(job, result);
    return true;
  };
  const work = async (): Promise<void> => {
    while (!stopped.aborted) {
      const { value: jobsOfProxy } = remaining.next();
      if (jobsOfProxy === undefined) return;
      for (const job of jobsOfProxy) {
        if (await send(job)) continue;
        end = 'data-limit';
        return;
      }
    }
  };
  const workers = Array.from({ length: concurrency }, () =>
    work().catch((error: unknown) => {
      if (!stopped.aborted) throw error;
    }),
  );
  try {
    await Promise.all(workers);
  } finally {
    stop.abort();
    await Promise.allSettled(workers);
  }
  if (signal.aborted) return 'canceled';
  // A short run may have met only a broken network.
  const isUnsure = await streak.settle();
  // The callback may have changed it.
  return isUnsure && (end as RunEnd) === 'finished' ? 'unsure' : end;
}

const unreached: ProbeResult = {
  reason: 'no-route',
  status: null,
  phases: { lookup: null, connect: null, handshake: null, tls: null, firstByte: null, body: null },
  firstByteMs: null,
  bytes: 0,
};

/**
 * Holds back failures that a broken network explains, until an answer proves this machine online.
 *
 * @param onOffline drops them
 */
function createStreak<Job extends ProbeJob>(
  onResult: (job: Job, result: ProbeResult) => void,
  isOnline: ProbeRun<Job>['isOnline'],
  onOffline: () => void,
) {
  let held: { job: Job; result: ProbeResult }[] = [];
  let known: readonly KnownHost[] = [];
  let limit = suspiciousStreak;
  let question: Promise<boolean> | null = null;
  const release = (): void => {
    const results = held;
    held = [];
    for (const { job, result } of results) onResult(job, result);
  };
  const askOnce = (): Promise<boolean> =>
    (question ??= isOnline(known).finally(() => {
      question = null;
    }));
  const giveUp = (): void => {
    held = [];
    onOffline();
  };
  return {
    async add(job: Job, result: ProbeResult): Promise<void> {
      if (result.reason === 'untestable') {
        // Nothing was sent.
        onResult(job, result);
        return;
      }
      held.push({ job, result });
      if (isAnswer(result)) {
        const { host, port } = job.proxy;
        const others = known.filter((one) => one.host !== host || one.port !== port);
        known = [...others, { host, port }].slice(-knownCount);
        release();
      } else if (held.length >= limit) {
        if (await askOnce()) {
          // These proxies are just down.
          limit = Math.min(limit * 2, longestStreak);
          release();
        } else giveUp();
      }
    },
    /**
     * Keeps held results at the end, unless proxies answered before and nobody does now.
     *
     * @returns whether they were kept although this machine may be offline
     */
    async settle(): Promise<boolean> {
      if (held.length === 0) return false;
      const isDoubtful = !(await askOnce());
      if (isDoubtful && known.length > 0) {
        giveUp();
        return false;
      }
      release();
      return isDoubtful;
    },
  };
}

/** Only the network gives these. */
const answeredReasons: ReadonlySet<ProbeReason> = new Set([
  'refused',
  'not-a-proxy',
  'wrong-credentials',
  'not-allowed',
  'unreachable',
  'certificate',
  'not-http',
  'too-large',
]);

/** Whether a result proves that packets come back. */
const isAnswer = ({ reason, status }: ProbeResult): boolean =>
  reason === null || status !== null || answeredReasons.has(reason);

/** Bounds the rate of requests to each target. */
function createPace(requestsPerSecond: number | null) {
  const nextAtMs = new Map<string, number>();
  return async (origin: string, signal: AbortSignal): Promise<void> => {
    if (requestsPerSecond === null) return;
    const nowMs = performance.now();
    const atMs = Math.max(nowMs, nextAtMs.get(origin) ?? 0);
    nextAtMs.set(origin, atMs + 1000 / requestsPerSecond);
    if (atMs > nowMs) await wait(atMs - nowMs, undefined, { signal });
  };
}

interface KnownHost {
  readonly host: string;
  readonly port: number;
}

const timeoutMs = 5_000;

/**
 * Asks those who know this machine already, no target: answering proxies, the service, name servers.
 *
 * @param known answered in this run
 * @param serviceUrl base URL of the service
 */
export async function isOnline(known: readonly KnownHost[], serviceUrl: string): Promise<boolean> {
  if (await isAnyOpen(known)) return true;
  const { hostname, port, protocol } = new URL(serviceUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const service = { host, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  // A local service says nothing about the network.
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.');
  if (isLocal && known.length > 0) return false;
  if (await isAnyOpen([service])) return true;
  return isIP(host) === 0 && !isLocal && (await hasNameServer(host));
}

async function isAnyOpen(hosts: readonly KnownHost[]): Promise<boolean> {
  return (await Promise.all(hosts.map(isOpen))).includes(true);
}

async function isOpen({ host, port }: KnownHost): Promise<boolean> {
  try {
    const address = isIP(host) === 0 ? (await lookup(host)).address : host;
    return await new Promise((resolve) => {
      const socket = connect({ host: address, port, timeout: timeoutMs });
      const finish = (isAnswered: boolean) => () => {
        socket.destroy();
        resolve(isAnswered);
      };
      socket.once('connect', finish(true));
      socket.once('error', (error) => {
        finish('code' in error && error.code === 'ECONNREFUSED')();
      });
      socket.once('timeout', finish(false));
    });
  } catch {
    return false;
  }
}

/** Denying a new name needs a name server, not a cache. */
async function hasNameServer(host: string): Promise<boolean> {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  try {
    await resolver.resolve4(`${randomBytes(8).toString('hex')}.${host}`);
    // Some offline routers answer every name.
    return false;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'ENOTFOUND' || code === 'ENODATA';
  }
}
