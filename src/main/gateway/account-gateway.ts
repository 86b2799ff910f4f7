import { stat } from 'node:fs/promises';
import type { Store } from '../store/index.ts';
import { codeOf } from '../dial/classify-error.ts';
import { createCachedProxies } from './cached-proxies.ts';
import { createGateway, type Gateway } from './gateway.ts';
import type { Attempt } from './attempts.ts';
import type { ReadList } from './list-front.ts';
import { createRequestQueue, type RequestBatch } from './request-queue.ts';

/** Intervals of looking at the cache, and of writing observations. */
const watchMsByDefault = 2_000;
const writeMs = 10_000;
/** During a sync, the proxies are read again no more often than this. */
const longestStaleMs = 20_000;

/**
 * Opens the gateway of an account, without rules. It follows the cache, whichever process changes it: removed proxies
 * are not used again, and rules find theirs again after a sync, test or change of tags.
 *
 * @param store unlocked; the caller closes it after `close`
 * @param parts.onGone the cache was removed or replaced, and the gateway has ended
 * @param parts.watchMs between looks at the cache, which is read when two find the same change
 */
export function openAccountGateway(
  store: Store,
  parts: {
    readonly onChange: () => void;
    readonly onObserved?: (() => void) | undefined;
    /** In another thread; forwarding does not wait for it. */
    readonly writeRequests?: ((batch: RequestBatch) => Promise<unknown>) | undefined;
    /** Reads a served list in another thread. */
    readonly readList?: ReadList | undefined;
    readonly onError: (error: unknown) => void;
    /** Another connection changed the records, perhaps rules. */
    readonly onRecords?: (() => void) | undefined;
    readonly onGone: () => void;
    readonly watchMs?: number;
  },
): Gateway {
  const { watchMs = watchMsByDefault } = parts;
  const observations = createObservations(() => store.settings.get().gatewaySavesHosts);
  let isLogged = store.settings.get().gatewayLogDays > 0;
  const requests = createRequestQueue({
    isOn: () => isLogged,
    write: parts.writeRequests ?? (() => Promise.resolve()),
    onError: parts.onError,
  });
  const gateway = createGateway({
    source: createCachedProxies(store),
    onAttempt: (attempt) => {
      observations.add(attempt);
    },
    onRequest: (request) => {
      requests.add(request);
    },
    ...(parts.readList && { readList: parts.readList }),
    onChange: parts.onChange,
  });
  const write = async (): Promise<void> => {
    const taken = observations.take();
    if (taken.length === 0) return;
    try {
      await store.whenFree(() => {
        store.testRuns.observe(taken);
      });
      parts.onObserved?.();
    } catch (error) {
      parts.onError(error);
    }
  };
  const repeat = (everyMs: number, work: () => Promise<void>): (() => void) => {
    let isWorking = false;
    const timer = setInterval(() => {
      if (isWorking) return;
      isWorking = true;
      work()
        .catch(parts.onError)
        .finally(() => {
          isWorking = false;
        });
    }, everyMs).unref();
    return () => {
      clearInterval(timer);
    };
  };
  let used = store.versions();
  let seen = used;
  let staleMs = 0;
  const identity = identify(store.file);
  const follow = async (): Promise<void> => {
    // SQLite keeps removed files open, with their passwords.
    if ((await identify(store.file)) !== (await identity)) {
      stop();
      await gateway.close();
      parts.onGone();
      return;
    }
    const now = store.versions();
    if (isSame(now, used)) return;
    staleMs += watchMs;
    const isQuiet = isSame(now, seen);
    seen = now;
    if (!isQuiet && staleMs < longestStaleMs) return;
    staleMs = 0;
    const isSynced = now.cache !== used.cache;
    if (now.records !== used.records) {
      isLogged = store.settings.get().gatewayLogDays > 0;
      parts.onRecords?.();
    }
    used = now;
    await gateway.refresh(isSynced);
  };
  const stops = [repeat(watchMs, follow), repeat(writeMs, write)];
  const stop = (): void => {
    for (const each of stops) each();
  };
  return {
    ...gateway,
    async close() {
      stop();
      await gateway.close();
      await write();
      await requests.close();
    },
  };
}

type Versions = ReturnType<Store['versions']>;
const isSame = (one: Versions, other: Versions): boolean => one.cache === other.cache && one.records === other.records;

/** Changes if a file is replaced; null: gone. Other failures are neither. */
async function identify(file: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(file, { bigint: true });
    return `${String(dev)} ${String(ino)}`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

type Observation = Parameters<Store['testRuns']['observe']>[0][number];

/** Beyond it, the oldest are lost. */
const maxWaiting = 10_000;

/**
 * Collects outcomes of attempts for the history of tests, equal ones once: browsers open hundreds of connections per
 * proxy.
 */
export function createObservations(savesHosts: () => boolean) {
  const waiting = new Map<string, Observation>();
  return {
    add({ proxy, target, phases, verdict, receivedBytes, sentBytes }: Attempt): void {
      const url = savesHosts() ? urlOf(target) : null;
      const key = JSON.stringify([proxy.proxy_id, url, verdict.reason]);
      const bytes = (waiting.get(key)?.result.bytes ?? 0) + receivedBytes + sentBytes;
      waiting.delete(key);
      waiting.set(key, {
        proxyId: proxy.proxy_id,
        host: proxy.host,
        port: proxy.port,
        protocol: proxy.protocol,
        url,
        result: {
          ...verdict,
          phases,
          firstByteMs: null,
          bytes,
        },
      });
      const [oldest] = waiting.keys();
      if (waiting.size > maxWaiting && oldest !== undefined) waiting.delete(oldest);
    },
    /** Empties the collection. */
    take(): readonly Observation[] {
      const taken = [...waiting.values()];
      waiting.clear();
      return taken;
    },
  };
}

/** Host and port; the rest of the URL is unknown. */
function urlOf(target: string): string {
  const isSecure = target.endsWith(':443');
  return `${isSecure ? 'https' : 'http'}://${target.replace(isSecure ? /:443$/ : /:80$/, '')}`;
}
