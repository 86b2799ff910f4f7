/** How long a proxy rests for a host after a status that its line names. */
const restMs = 10 * 60_000;
/** Beyond it, the host that rested first is forgotten. */
const maxHosts = 1_000;

/** Which proxies rest for which hosts: the hosts answered them with statuses that lines name. */
export type Rests = ReturnType<typeof createRests>;

/** @param nowMs milliseconds of a clock that nobody sets */
export function createRests(nowMs: () => number = () => performance.now()) {
  /** When the rest of each proxy ends, by host; the first to end is the first. */
  const hosts = new Map<string, Map<string, number>>();
  return {
    /** Whether a proxy rests for a host now. */
    has: (host: string, proxyId: string): boolean => (hosts.get(host)?.get(proxyId) ?? -Infinity) > nowMs(),
    /**
     * Lets a proxy rest for a host, unless less than half of the proxies would be left: no target may empty a rotation.
     *
     * @param idCount the proxies that could be used for the host
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
