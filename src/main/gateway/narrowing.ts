import { createQueue } from '../../shared/queue.ts';
import { keyOfTargeting, type Targeting } from '../../shared/gateway/targeting.ts';
import type { Order } from './order.ts';
import type { Pool } from './pool.ts';

/** Remembered per rule; the oldest go. */
const limitsByDefault = { orders: 100, proxies: 1_000_000 };

interface Entry {
  readonly order: Order;
  /** Of the rule's proxies that it was filled from. */
  generation: number;
  idCount: number;
  /** Whether a proxy matches, in rotation or not. */
  isFound: boolean;
  filling: Promise<void> | undefined;
}

export type Narrowing = ReturnType<typeof createNarrowing>;

/**
 * Narrows a rule to the proxies that clients want.
 *
 * @param find as `ProxySource.find`; runs one at a time
 */
export function createNarrowing(
  pool: Pool,
  find: (targeting: Targeting) => Promise<{ readonly ids: readonly string[]; readonly foundCount: number }>,
  limits = limitsByDefault,
) {
  /** Least recently used first. */
  const entries = new Map<string, Entry>();
  let generation = 0;
  const inTurn = createQueue();
  const fill = async (entry: Entry, targeting: Targeting): Promise<void> => {
    const from = generation;
    try {
      const { ids, foundCount } = await find(targeting);
      pool.fill(entry.order, ids);
      entry.idCount = ids.length;
      entry.isFound = foundCount > 0;
    } catch {
      // The rule reports the problem.
      pool.fill(entry.order, []);
      entry.idCount = 0;
      entry.isFound = true;
    }
    entry.generation = from;
  };
  const trim = (): void => {
    let idCount = 0;
    for (const entry of entries.values()) idCount += entry.idCount;
    for (const [key, entry] of entries) {
      if (entries.size <= 1 || (entries.size <= limits.orders && idCount <= limits.proxies)) return;
      idCount -= entry.idCount;
      entries.delete(key);
      pool.drop(entry.order);
    }
  };
  return {
    /** Undefined: none matches. */
    narrow: async (targeting: Targeting): Promise<Order | undefined> => {
      const key = keyOfTargeting(targeting);
      const entry = entries.get(key) ?? {
        order: pool.add(),
        generation: -1,
        idCount: 0,
        isFound: false,
        filling: undefined,
      };
      entries.delete(key);
      entries.set(key, entry);
      trim();
      if (entry.generation !== generation) {
        entry.filling ??= inTurn(() => fill(entry, targeting)).finally(() => {
          entry.filling = undefined;
          trim();
        });
        await entry.filling;
      }
      return entry.isFound ? entry.order : undefined;
    },
    /** Narrows again at the next use, because the rule's proxies changed. */
    expire(): void {
      generation += 1;
    },
  };
}
