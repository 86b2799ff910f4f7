import { ownValue } from '../../shared/own-value.ts';
import {
  addressFields,
  changeKinds,
  type ChangeRow,
  type RecordedSync,
  type ValueChange,
} from '../../shared/records/change.ts';
import type { JsonValue } from '../../shared/json.ts';
import { isListName, lists } from '../../shared/lists.ts';
import type { FieldKind, FieldTable } from '../../shared/records/field.ts';
import { countOf, formatCount } from '../format/format-number.ts';
import { formatField } from '../format/format-field.ts';
import { formatLocalTime } from '../format/format-time.ts';
import type { MenuCommand } from '../kit/menu/menu-item.ts';
import { addDays, localDay } from '../../shared/figures/days.ts';

interface FieldChange {
  readonly field: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** Part of every change; named last. */
const isUpdateTime = (field: string): boolean => field.endsWith('_last_update_datetime');
/** Addresses first: other fields differ because of them. */
const rankOf = (field: string): number => (addressFields.includes(field) ? 0 : isUpdateTime(field) ? 2 : 1);

/** Changed fields, most interesting first. */
export function fieldChanges(row: Pick<ChangeRow, 'list' | 'changes'>): FieldChange[] {
  const fields: FieldTable = isListName(row.list) ? lists[row.list].fields : {};
  return Object.entries(row.changes ?? {})
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([field, [before, after]]: [string, ValueChange]) => {
      const { kind, label } = ownValue(fields, field) ?? { kind: 'text', label: field };
      const isHidden = before === null && after === null;
      return {
        field,
        label,
        before: isHidden ? '' : sayValue(kind, before),
        after: isHidden ? 'changed, not recorded' : sayValue(kind, after),
      };
    });
}

function sayValue(kind: FieldKind, value: JsonValue): string {
  // A long list is recorded by its length.
  if (kind === 'ids' && typeof value === 'number') return countOf(value, 'ID');
  return formatField(kind, value)?.text ?? 'none';
}

/** Describes a change: `Yes → No`, and how many more. */
export function describeChange(row: ChangeRow): {
  readonly field: string;
  readonly values: string;
} {
  if (row.kind === 'added') return { field: '', values: 'New in the list' };
  if (row.kind === 'removed') return { field: '', values: 'No longer in the list' };
  const [first, ...others] = fieldChanges(row);
  const more = others.filter(({ field }) => !isUpdateTime(field)).length;
  return {
    field: first === undefined ? '' : first.label + (more > 0 ? ` and ${formatCount(more)} more` : ''),
    values: first === undefined ? '' : [first.before, first.after].filter(Boolean).join(' → '),
  };
}

export const countChanges = ({ counts }: RecordedSync): number =>
  changeKinds.reduce((sum, kind) => sum + counts[kind], 0);

/** `1,240 replaced, 318 changed`, or `First sync: 250 proxies`. */
export function describeSync(sync: RecordedSync): string {
  const first = Object.entries(sync.firstLists ?? {}).map(([list, count]) =>
    isListName(list) ? countOf(count, lists[list].one, lists[list].many) : '',
  );
  const found = changeKinds
    .filter((kind) => sync.counts[kind] > 0)
    .map((kind) => `${formatCount(sync.counts[kind])} ${kind}`);
  const parts = [
    ...(first.length > 0 ? [`First received: ${first.join(', ')}`] : []),
    ...(found.length > 0 ? [found.join(', ')] : []),
  ];
  return parts.length > 0 ? parts.join('. ') : 'No changes';
}

/** A sync, or several without findings. */
type SyncEntry =
  | { readonly kind: 'sync'; readonly sync: RecordedSync }
  | { readonly kind: 'unchanged'; readonly count: number; readonly id: number };

/** Joins complete syncs without changes. */
export function groupSyncs(syncs: readonly RecordedSync[]): SyncEntry[] {
  const entries: SyncEntry[] = [];
  for (const sync of syncs) {
    const isQuiet = sync.isComplete && countChanges(sync) === 0 && sync.firstLists === null;
    const last = entries.at(-1);
    if (!isQuiet) entries.push({ kind: 'sync', sync });
    else if (last?.kind === 'unchanged') entries[entries.length - 1] = { ...last, count: last.count + 1 };
    else entries.push({ kind: 'unchanged', count: 1, id: sync.id });
  }
  return entries;
}

/** The list of syncs as a menu for a narrow window, without syncs that changed nothing. */
export const syncMenu = (
  syncs: readonly RecordedSync[],
  selectedId: number | null,
  select: (id: number | null) => void,
): readonly MenuCommand[] => {
  const item = (id: number | null, title: string, count: number): MenuCommand => ({
    title,
    note: formatCount(count),
    isChecked: id === selectedId,
    run: () => {
      select(id);
    },
  });
  const shown = groupSyncs(syncs).flatMap((entry) => (entry.kind === 'sync' ? [entry.sync] : []));
  const total = syncs.reduce((sum, sync) => sum + countChanges(sync), 0);
  return [
    item(null, 'All syncs', total),
    ...shown.map((sync) => item(sync.id, formatLocalTime(sync.startedAt), countChanges(sync))),
  ];
};

interface ChangeDay {
  /** `YYYY-MM-DD`, local. */
  readonly day: string;
  readonly count: number;
}

const dayCount = 30;

/**
 * The last 30 days, oldest first, without gaps.
 *
 * @param today `YYYY-MM-DD`, the last day
 */
export function changesPerDay(syncs: readonly RecordedSync[], today: string): readonly ChangeDay[] {
  const counts = new Map<string, number>();
  for (const sync of syncs) {
    const day = localDay(sync.startedAt);
    counts.set(day, (counts.get(day) ?? 0) + countChanges(sync));
  }
  return Array.from({ length: dayCount }, (_, at) => {
    const day = addDays(today, at + 1 - dayCount);
    return { day, count: counts.get(day) ?? 0 };
  });
}
