const restMs = 10 * 60_000;
/** Beyond it, the oldest host is forgotten. */
const maxHosts = 1_000;

export type Rests = ReturnType<typeof createRests>;

/**
 * Tracks which proxies rest for which hosts after a status in a line.
 *
 * @param nowMs monotonic
 */
export function createRests(nowMs: () => number = () => performance.now()) {
  /** Ends by host and proxy, soonest first. */
  const hosts = new Map<string, Map<string, number>>();
  return {
    has: (host: string, proxyId: string): boolean => (hosts.get(host)?.get(proxyId) ?? -Infinity) > nowMs(),
    /**
     * Rests a proxy for a host unless less than half would be left: no target may empty a rotation.
     *
     * @param idCount usable proxies
     */
    add(host: string, proxyId: string, idCount: number): void {
      const resting = hosts.get(host) ?? new Map<string, number>();
      for (const [id, untilMs] of resting) {
        if (untilMs > nowMs()) break;
        resting.delete(id);
      }
      if ((resting.size + 1) * 2 > idCount) return;
      resting.delete(proxyId);
      hosts.delete(host);
      hosts.set(host, resting.set(proxyId, nowMs() + restMs));
      const [oldest] = hosts.keys();
      if (hosts.size > maxHosts && oldest !== undefined) hosts.delete(oldest);
    },
  };
}
