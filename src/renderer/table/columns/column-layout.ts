import { ownValue } from '../../../shared/own-value.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import type { FittedColumn } from './grid-column.ts';

/** How a person arranged the columns of a table. */
export interface ColumnLayout {
  /** Keys in the order of the table; null: those that come with it, as many as have room. */
  readonly shown: readonly string[] | null;
  /** Those of `shown` that are there only while they have room, as without a layout; the others stay. */
  readonly spare?: readonly string[];
  /** The user's widths in CSS pixels, by key. */
  readonly widthsPx: { readonly [key: string]: number };
  /** Keys of the columns that stay at the left while the table scrolls sideways. */
  readonly pinned?: readonly string[];
}

export const defaultLayout: ColumnLayout = { shown: null, widthsPx: {} };

/** Narrower, a column could no longer be taken by its edge. */
const narrowestPx = 24;
const widestPx = 1200;

interface LaidOutColumn extends FittedColumn {
  readonly key: string;
  readonly track: string;
  readonly grow?: number;
  readonly isExtra?: boolean;
}

/**
 * The columns of a layout in its order, pinned ones first, with the user's widths. Unknown keys
 * are skipped.
 *
 * @param columns the columns that the table offers
 */
export function layOutColumns<Column extends LaidOutColumn>(
  columns: readonly Column[],
  { shown, spare = [], widthsPx, pinned = [] }: ColumnLayout,
): readonly Column[] {
  const visible =
    shown === null
      ? columns.filter((column) => column.isExtra !== true)
      : shown
          .flatMap((key) => columns.find((column) => column.key === key) ?? [])
          .filter(({ key, isExtra }) => isExtra !== true || !spare.includes(key));
  const isPinned = ({ key }: Column): boolean => pinned.includes(key);
  const ordered = [...visible.filter(isPinned), ...visible.filter((column) => !isPinned(column))];
  return ordered.map((column) => {
    const widthPx = ownValue(widthsPx, column.key);
    return widthPx === undefined ? column : { ...column, track: `${widthPx}px`, minPx: widthPx, grow: 0 };
  });
}

/** A width in whole CSS pixels that can be taken by its edge and seen. */
export const withinWidths = (widthPx: number): number => Math.round(Math.min(Math.max(widthPx, narrowestPx), widestPx));

/** A layout as it is saved. */
export const writeLayout = ({ shown, spare = [], widthsPx, pinned = [] }: ColumnLayout): JsonObject => ({
  shown,
  ...(spare.length > 0 && { spare }),
  widthsPx,
  ...(pinned.length > 0 && { pinned }),
});

/** A saved layout; what it cannot use is left out. */
export function readLayout(content: JsonObject): ColumnLayout {
  const { shown, spare, widthsPx, pinned } = content;
  const pinnedKeys = readKeys(pinned);
  const spareKeys = readKeys(spare);
  const keys = readKeys(shown);
  const widths = isJsonObject(widthsPx ?? null) ? Object.entries(widthsPx ?? {}) : [];
  return {
    shown: keys.length > 0 ? [...new Set(keys)] : null,
    ...(spareKeys.length > 0 && { spare: spareKeys }),
    widthsPx: Object.fromEntries(
      widths.flatMap(([key, width]) => (typeof width === 'number' ? [[key, withinWidths(width)] as const] : [])),
    ),
    ...(pinnedKeys.length > 0 && { pinned: pinnedKeys }),
  };
}

const readKeys = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((key) => typeof key === 'string') : [];
