import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import type { SortKey } from '../../../shared/filter/query-term.ts';
import { isListName, type ListName } from '../../../shared/lists.ts';
import type { SavedItem } from '../../../shared/saved.ts';
import { readLayout, writeLayout, type ColumnLayout } from '../../table/columns/column-layout.ts';

/** How a list is looked at: its filter, its order, its columns. */
export interface ListLook {
  readonly list: ListName;
  readonly where: string;
  readonly sort: readonly SortKey[];
  readonly columns: ColumnLayout;
}

/** A look with a name. */
export interface SavedView extends ListLook {
  readonly id: number;
  readonly name: string;
  readonly position: number;
}

/** A look as it is saved. */
export const writeLook = ({ list, where, sort, columns }: ListLook): JsonObject => ({
  list,
  where,
  sort: sort.map(({ field, isDescending }) => ({ field, isDescending })),
  columns: writeLayout(columns),
});

/** A view that was saved; null: of a list that this version does not know. */
export function readView({ id, name, position, content }: SavedItem): SavedView | null {
  const { list, where, sort, columns } = content;
  if (!isListName(list)) return null;
  return {
    id,
    name,
    position,
    list,
    where: typeof where === 'string' ? where : '',
    sort: readSort(sort),
    columns: readLayout(isJsonObject(columns ?? null) ? (columns as JsonObject) : {}),
  };
}

/** Reads saved sort keys; anything else is left out. */
export function readSort(sort: JsonValue | undefined): readonly SortKey[] {
  const keys = Array.isArray(sort) ? sort : [];
  return keys.flatMap((key: JsonValue) =>
    isJsonObject(key) && typeof key['field'] === 'string'
      ? [{ field: key['field'], isDescending: key['isDescending'] === true }]
      : [],
  );
}

/** Whether two looks show the same. */
export const isSameLook = (one: ListLook, other: ListLook): boolean =>
  JSON.stringify(writeLook(one)) === JSON.stringify(writeLook(other));
