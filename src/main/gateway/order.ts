/** Proxies that are chosen in turn: those of a rule, or the part of them that a client asked for. */
export type Order = ReturnType<typeof createOrder>;

/**
 * Creates an order, empty at first. A choice takes as long for a million proxies as for ten.
 *
 * @param parts.isUsable whether a proxy may be chosen now; one that may not is taken out when its turn comes
 * @param parts.onTakenOut learns of it
 */
export function createOrder(parts: {
  readonly isUsable: (id: string) => boolean;
  readonly onTakenOut: (id: string) => void;
}) {
  const { isUsable, onTakenOut } = parts;
  let ids: string[] = [];
  const out = new Set<string>();
  let cursor = 0;
  /** The last one takes its place, so that nothing else moves. */
  const takeOut = (index: number, id: string): void => {
    const last = ids.pop();
    if (last !== undefined && index < ids.length) ids[index] = last;
    out.add(id);
    onTakenOut(id);
  };
  return {
    /** @param isShuffled otherwise the first proxies of the list would be used after each start */
    replace(found: readonly string[], isShuffled: boolean): void {
      ids = [...found];
      out.clear();
      cursor = 0;
      if (isShuffled) shuffle(ids);
    },
    first: (): string | undefined => ids[0],
    /**
     * The next proxy that may be chosen; undefined: there is none.
     *
     * @param tried are passed over
     * @param loadOf how busy a proxy is: the next one of the least busy is chosen. If all are busy, this looks at all of them.
     */
    next(tried: Pick<ReadonlySet<string>, 'has'>, loadOf?: (id: string) => number): string | undefined {
      let best: string | undefined;
      let bestLoad = Infinity;
      for (let looked = 0; looked < ids.length;) {
        const index = cursor % ids.length;
        const id = ids[index] ?? '';
        if (!isUsable(id)) {
          takeOut(index, id);
          continue;
        }
        cursor = index + 1;
        looked += 1;
        if (tried.has(id)) continue;
        const load = loadOf?.(id) ?? 0;
        if (load === 0) return id;
        if (load < bestLoad) {
          best = id;
          bestLoad = load;
        }
      }
      return best;
    },
    /** A proxy may be usable again. */
    giveBack(id: string): void {
      if (out.delete(id)) ids.push(id);
    },
  };
}

/** Fisher and Yates. */
function shuffle(ids: string[]): void {
  for (let last = ids.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    const id = ids[last] ?? '';
    ids[last] = ids[other] ?? '';
    ids[other] = id;
  }
}
