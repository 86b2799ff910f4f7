import type { ProxySelection } from '../../../shared/test-run.ts';

/** What is ticked: some rows, or everything a query finds but some. */
export type Selection =
  | { readonly kind: 'ids'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'query'; readonly where: string; readonly excluded: ReadonlySet<string> };

export const nothingSelected: Selection = { kind: 'ids', ids: new Set() };

/** Everything that a query finds. */
export const selectQuery = (where: string): Selection => ({
  kind: 'query',
  where,
  excluded: new Set(),
});

/** Just these rows. */
export const selectIds = (ids: Iterable<string>): Selection => ({
  kind: 'ids',
  ids: new Set(ids),
});

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'ids' ? selection.ids.has(id) : !selection.excluded.has(id);
}

/** Ticks a row, or unticks it where it is ticked. */
export function toggleId(selection: Selection, id: string): Selection {
  if (selection.kind === 'ids') return { kind: 'ids', ids: toggled(selection.ids, id) };
  return { ...selection, excluded: toggled(selection.excluded, id) };
}

/** Ticks rows on top of what is ticked. */
export function addIds(selection: Selection, ids: readonly string[]): Selection {
  if (selection.kind === 'ids') return { kind: 'ids', ids: new Set([...selection.ids, ...ids]) };
  const excluded = new Set(selection.excluded);
  for (const id of ids) excluded.delete(id);
  return { ...selection, excluded };
}

/** The same without ids that are no longer there, whether they were ticked or left out. */
export function forgetIds(selection: Selection, gone: ReadonlySet<string>): Selection {
  const kept = (ids: ReadonlySet<string>): ReadonlySet<string> => ids.difference(gone);
  return selection.kind === 'ids'
    ? { kind: 'ids', ids: kept(selection.ids) }
    : { ...selection, excluded: kept(selection.excluded) };
}

/** The ids that a selection names, ticked or left out. */
export const namedIds = (selection: Selection): ReadonlySet<string> =>
  selection.kind === 'ids' ? selection.ids : selection.excluded;

/** How many rows are ticked, where the query finds `found` rows. */
export function countSelected(selection: Selection, found: number): number {
  return selection.kind === 'ids'
    ? selection.ids.size
    : Math.max(0, found - selection.excluded.size);
}

/** The selection as requests carry it. */
export function toProxySelection(selection: Selection): ProxySelection {
  if (selection.kind === 'ids') return { kind: 'ids', ids: [...selection.ids] };
  return { kind: 'query', where: selection.where, excludedIds: [...selection.excluded] };
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const changed = new Set(ids);
  if (!changed.delete(id)) changed.add(id);
  return changed;
}
