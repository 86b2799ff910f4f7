import type { Condition } from './condition.ts';
import type { SqlRow } from './connection.ts';
import type { StoreContext } from './context.ts';
import type { ListWindow } from './contract.ts';
import { createKeptOrder } from './kept-order.ts';
import { createLandmarks } from './landmarks.ts';
import type { ListSource } from './list-source.ts';
import { isDense, settleProfiles, sumCounts, type CountedProfile } from './profile-counts.ts';
import { findProfileRuns } from './profile-runs.ts';
import {
  isWalked,
  keyOrder,
  selectByKeys,
  selectKeys,
  selectRun,
  selectTested,
  selectWindow,
  sortValue,
  type InPlace,
} from './select-window.ts';

/** Up to here the rows in front are passed over in less time than all are put in order. */
const deepOffset = 2000;

/**
 * Reads windows of a list by the way that suits them: by profiles, in the order in
 * which the rows lie, from the nearest place whose number is known, or, far down a list
 * that has to be sorted or sifted, from an order that is kept.
 *
 * @returns a function that gives the chosen columns of a window whose terms are settled
 */
export function createWindowReader(
  source: ListSource,
  context: StoreContext,
): (window: ListWindow, columns: string) => SqlRow[] {
  const { writer, profileCounts } = context;
  const keptOrder = createKeptOrder(writer);
  const landmarks = createLandmarks(writer);
  const all = ({ sql, params }: Condition): SqlRow[] => writer.all(sql, ...params);

  /** A window of rows that lie in their order. */
  function readInPlace(parts: {
    /** Names the list. */
    question: string;
    /** How many rows there are; asked for only where the end may be nearer. */
    countAll: () => number;
    offset: number;
    limit: number;
    /** What it is sorted by, NULL: by the keys; undefined: by more than a landmark can tell. */
    value: string | undefined;
    select: (place: InPlace, columns: string) => Condition;
    columns: string;
  }): SqlRow[] {
    const { question, offset, limit, value, select } = parts;
    // What a landmark is made of stands behind the columns that are asked for.
    const columns = value === undefined ? parts.columns : `${parts.columns}, r.key, ${value}`;
    const from = value === undefined ? undefined : landmarks.before(question, offset);
    const skipped = offset - (from?.offset ?? 0);
    if (skipped >= deepOffset) {
      const count = parts.countAll();
      const taken = Math.max(0, Math.min(limit, count - offset));
      const toEnd = count - offset - taken;
      const fromEnd = { offset: toEnd, limit: taken, isReversed: true };
      if (toEnd < skipped) return learn(all(select(fromEnd, columns)).reverse());
    }
    const rows = all(select({ offset: skipped, limit, from }, columns));
    // Rows without a value come after all others, and are not found from a landmark.
    return learn(from && rows.length < limit ? all(select({ offset, limit }, columns)) : rows);

    function learn(read: SqlRow[]): SqlRow[] {
      if (value === undefined) return read;
      for (const index of new Set([0, read.length - 1])) {
        const [rowKey, rowValue] = read[index]?.slice(-2) ?? [];
        if (rowKey === undefined || rowValue === undefined) continue;
        if (rowValue === null && value !== keyOrder) continue;
        landmarks.learn(question, { offset: offset + index, key: Number(rowKey), value: rowValue });
      }
      return read;
    }
  }

  return (asked, columns) => {
    if (source.list !== 'proxies') return all(selectWindow(source, asked, columns));
    const runs = findProfileRuns(context, source, asked);
    if (runs) {
      return runs.flatMap((run) =>
        readInPlace({
          ...run,
          question: JSON.stringify(run.profileIds),
          countAll: () => run.count,
          select: (place, chosen) => selectRun(source, { ...run, ...place }, chosen),
          columns,
          value: keyOrder,
        }),
      );
    }
    const window = { ...asked, where: settleProfiles(profileCounts, asked.where) };
    const { where, sort, offset, limit } = window;
    // A filter that most rows pass is looked at on the way.
    const isSifted = where.terms.length > 0;
    if (isWalked(source, window) && where.terms.every(({ key }) => key === 'denseProfiles')) {
      const counts = (): readonly CountedProfile[] =>
        isSifted ? profileCounts.matching(asked.where) : profileCounts.all();
      return readInPlace({
        question: JSON.stringify([sort, where.terms]),
        countAll: () => sumCounts(counts()),
        offset,
        limit,
        value: sort.length === 0 ? keyOrder : sortValue(source, sort),
        select: (place, chosen) => selectWindow(source, { ...window, ...place }, chosen, place),
        columns,
      });
    }
    if (offset < deepOffset) {
      const tested = isTestedFirst(source, context, sort)
        ? all(selectTested(source, window, columns))
        : [];
      return tested.length === limit ? tested : all(selectWindow(source, window, columns));
    }
    const question = JSON.stringify([where.terms, sort]);
    const select = (): Condition => selectKeys(source, { where, sort });
    const keys = keptOrder.keys(question, select, offset, limit);
    return all(selectByKeys(source, keys, columns));
  };
}

/** Whether the proxies that have been tested come first, and are so few that each can be looked up. */
function isTestedFirst(
  source: ListSource,
  { writer, profileCounts }: StoreContext,
  [first]: ListWindow['sort'],
): boolean {
  if (first?.isDescending !== true || !source.testedFields.has(first.field)) return false;
  const tested = Number(writer.get('SELECT count(*) FROM proxy_test')?.[0]);
  return !isDense(tested, sumCounts(profileCounts.all()));
}
