/** How long a proxy rests for a host after a status that its line names. */
const restMs = 10 * 60_000;
/** Beyond it, the host that rested first is forgotten. */
const maxHosts = 1_000;

/** Which proxies rest for which hosts: the hosts answered them with statuses that lines name. */
export type Rests = ReturnType<typeof createRests>;

/** @param nowMs milliseconds of a clock that nobody sets */
export function createRests(nowMs: () => number = () => performance.now()) {
  const hosts = new Map<string, Map<string, number>>();
  /** The proxies that rest for a host now. */
  const of = (host: string): ReadonlySet<string> => {
    const resting = hosts.get(host);
    for (const [id, untilMs] of resting ?? []) if (untilMs <= nowMs()) resting?.delete(id);
    return new Set(resting?.keys());
  };
  return {
    of,
    /**
     * Lets a proxy rest for a host, unless less than half of the proxies would be left: no target may empty a rotation.
     *
     * @param idCount the proxies that could be used for the host
     */
    add(host: string, proxyId: string, idCount: number): void {
      if ((of(host).size + 1) * 2 > idCount) return;
      const resting = hosts.get(host) ?? new Map<string, number>();
      hosts.delete(host);
      hosts.set(host, resting.set(proxyId, nowMs() + restMs));
      const [oldest] = hosts.keys();
      if (hosts.size > maxHosts && oldest !== undefined) hosts.delete(oldest);
    },
  };
}
