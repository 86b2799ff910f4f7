export type Order = ReturnType<typeof createOrder>;

/**
 * Creates an empty order, in which proxies take turns. Choosing takes as long for a million as for ten.
 *
 * @param parts.isUsable others are taken out at their turn
 * @param parts.onTakenOut called for each
 */
export function createOrder(parts: {
  readonly isUsable: (id: string) => boolean;
  readonly onTakenOut: (id: string) => void;
}) {
  const { isUsable, onTakenOut } = parts;
  let ids: string[] = [];
  const out = new Set<string>();
  let cursor = 0;
  /** The last one fills the gap. */
  const takeOut = (index: number, id: string): void => {
    const last = ids.pop();
    if (last !== undefined && index < ids.length) ids[index] = last;
    out.add(id);
    onTakenOut(id);
  };
  return {
    /** @param isShuffled otherwise each start would use the first ones */
    replace(found: readonly string[], isShuffled: boolean): void {
      ids = [...found];
      out.clear();
      cursor = 0;
      if (isShuffled) shuffle(ids);
    },
    first: (): string | undefined => ids[0],
    /**
     * Chooses the next usable proxy; undefined: none.
     *
     * @param loadOf chooses among the least busy; looks at all if all are busy
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
    giveBack(id: string): void {
      if (out.delete(id)) ids.push(id);
    },
  };
}

function shuffle(ids: string[]): void {
  for (let last = ids.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    const id = ids[last] ?? '';
    ids[last] = ids[other] ?? '';
    ids[other] = id;
  }
}
