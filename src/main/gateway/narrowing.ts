import { createQueue } from '../../shared/queue.ts';
import { keyOfTargeting, type Targeting } from '../../shared/gateway/targeting.ts';
import type { Order } from './order.ts';
import type { Pool } from './pool.ts';

/** So many narrowed orders of a rule are remembered, and so many proxies in all of them; the oldest go. */
const limitsByDefault = { orders: 100, proxies: 1_000_000 };

interface Entry {
  readonly order: Order;
  /** Of the proxies of the rule that it was made from. */
  generation: number;
  idCount: number;
  /** Whether a proxy of the rule matches, in rotation or not. */
  isFound: boolean;
  filling: Promise<void> | undefined;
}

/** Narrows a rule to the proxies that clients ask for. */
export type Narrowing = ReturnType<typeof createNarrowing>;

/** @param find the proxies of the rule that match, as `ProxySource.find`; they are looked for one after another */
export function createNarrowing(
  pool: Pool,
  find: (targeting: Targeting) => Promise<{ readonly ids: readonly string[]; readonly foundCount: number }>,
  limits = limitsByDefault,
) {
  /** The last used is the last. */
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
      // It is the problem of the rule, which reports it.
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
    /** The proxies to choose from; undefined: none of the rule matches. */
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
    /** The proxies of the rule were found again, so each is narrowed again when it is next used. */
    expire(): void {
      generation += 1;
    },
  };
}
