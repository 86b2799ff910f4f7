import type { Store } from '../store/index.ts';
import type { Attempt } from './attempts.ts';

type Observation = Parameters<Store['testRuns']['observe']>[0][number];

/** The most that wait to be written; beyond it the oldest are lost. */
const mostWaiting = 10_000;

/**
 * Collects what attempts show about proxies, for the history of tests. Equal outcomes of a proxy become one until they
 * are taken: a browser opens hundreds of connections through the same proxy.
 *
 * @param savesHosts whether the hosts of targets are kept
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
      if (waiting.size > mostWaiting && oldest !== undefined) waiting.delete(oldest);
    },
    /** Empties the collection. */
    take(): readonly Observation[] {
      const taken = [...waiting.values()];
      waiting.clear();
      return taken;
    },
  };
}

/** Host and port as the history writes them; the path and what was sent are unknown here. */
function urlOf(target: string): string {
  const isSecure = target.endsWith(':443');
  return `${isSecure ? 'https' : 'http'}://${target.replace(isSecure ? /:443$/ : /:80$/, '')}`;
}
