import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProbeResult } from '../../../shared/testing/local-test.ts';
import type { DialedProxy } from '../../dial/tunnel.ts';
import { probe, type ProbeOptions } from './probe.ts';

/** One request of a run: which proxy, which URL. */
export interface ProbeJob {
  readonly proxy: DialedProxy & { readonly proxy_id: string };
  readonly url: string;
}

export interface ProbeRun<Job extends ProbeJob> {
  /** The requests of each proxy, in the order of the run. Those of one proxy are sent one after the other. */
  readonly jobs: Iterable<readonly Job[]>;
  /** Proxies at once. */
  readonly concurrency: number;
  /** Requests per second to each target; null: no limit. */
  readonly requestsPerSecond: number | null;
  /** No probe starts after so many bytes were received and sent; null: no limit. */
  readonly maxBytes: number | null;
  readonly optionsOf: (job: Job) => Omit<ProbeOptions, 'signal'>;
}

/** Why a run ended before its last job, or that it did not. */
export type RunEnd = 'finished' | 'canceled' | 'offline' | 'data-limit';

/** So many proxies in a row that cannot even be reached raise the question whether this machine is offline. */
const suspiciousStreak = 20;

/**
 * Probes proxies, several at once.
 *
 * @param onResult called once for each job that was done, in the order of their ends. Results that show no more than
 *   that this machine is offline are not reported
 */
export async function runProbes<Job extends ProbeJob>(
  { jobs, concurrency, requestsPerSecond, maxBytes, optionsOf }: ProbeRun<Job>,
  onResult: (job: Job, result: ProbeResult) => void,
  signal: AbortSignal,
): Promise<RunEnd> {
  const remaining = Iterator.from(jobs);
  const pace = createPace(requestsPerSecond);
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  let end: RunEnd = 'finished';
  let bytes = 0;
  const endWith = (reason: RunEnd): void => {
    end = reason;
    stop.abort();
  };
  const streak = createStreak(onResult, () => {
    endWith('offline');
  });

  const send = async (job: Job): Promise<void> => {
    const url = new URL(job.url);
    await pace(url.origin, stopped);
    const result = await probe(job.proxy, url, { ...optionsOf(job), signal: stopped });
    bytes += result.bytes;
    await streak.add(job, result, url);
  };
  const work = async (): Promise<void> => {
    for (;;) {
      if (stopped.aborted) return;
      if (maxBytes !== null && bytes >= maxBytes) {
        end = 'data-limit';
        return;
      }
      const { value: jobsOfProxy } = remaining.next();
      if (jobsOfProxy === undefined) return;
      for (const job of jobsOfProxy) await send(job);
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
  // A run that is too short for a streak may have found nothing but a broken network, too.
  await streak.settle();
  return end;
}

/**
 * Holds results back while nothing but unreachable proxies was seen, until it is known that this machine is online.
 *
 * @param onOffline the results that are held back say nothing about their proxies
 */
function createStreak<Job extends ProbeJob>(
  onResult: (job: Job, result: ProbeResult) => void,
  onOffline: () => void,
) {
  let held: { job: Job; result: ProbeResult; url: URL }[] = [];
  let limit = suspiciousStreak;
  let question: Promise<void> | null = null;
  const release = (): void => {
    const results = held;
    held = [];
    for (const { job, result } of results) onResult(job, result);
  };
  const ask = async (): Promise<void> => {
    const url = held.at(-1)?.url;
    if (url === undefined) return;
    if (await isReachable(url)) {
      // The next streak has to be longer: these proxies are just down.
      limit *= 2;
      release();
    } else {
      held = [];
      onOffline();
    }
  };
  const askOnce = (): Promise<void> =>
    (question ??= ask().finally(() => {
      question = null;
    }));
  return {
    async add(job: Job, result: ProbeResult, url: URL): Promise<void> {
      held.push({ job, result, url });
      if (hasReachedProxy(result)) release();
      else if (held.length >= limit) await askOnce();
    },
    /** At the end of a run: decides about the results that are still held back. */
    settle: async (): Promise<void> => {
      await askOnce();
    },
  };
}

const hasReachedProxy = ({ phases, reason }: ProbeResult): boolean =>
  reason === 'refused' || phases.handshake !== null || phases.firstByte !== null;

/** Whether a connection to a target opens without a proxy. */
async function isReachable(url: URL): Promise<boolean> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  try {
    const address = isIP(host) === 0 ? (await lookup(host)).address : host;
    return await new Promise((resolve) => {
      const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
      const socket = connect({ host: address, port, timeout: 5_000 });
      const finish = (isOpen: boolean) => () => {
        socket.destroy();
        resolve(isOpen);
      };
      socket.once('connect', finish(true));
      // Somebody refused, so packets go out and come back.
      socket.once('error', (error) => {
        finish('code' in error && error.code === 'ECONNREFUSED')();
      });
      socket.once('timeout', finish(false));
    });
  } catch {
    return false;
  }
}

/** Lets requests to one target begin no faster than a rate. */
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
