import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import type { FittedColumn } from './fit-columns.ts';

/** How a person arranged the columns of a table. */
export interface ColumnLayout {
  /** Keys in the order of the table; null: those that come with it, as many as have room. */
  readonly shown: readonly string[] | null;
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
  { shown, widthsPx, pinned = [] }: ColumnLayout,
): readonly Column[] {
  const visible =
    shown === null
      ? columns.filter((column) => column.isExtra !== true)
      : shown.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const isPinned = ({ key }: Column): boolean => pinned.includes(key);
  const ordered = [...visible.filter(isPinned), ...visible.filter((column) => !isPinned(column))];
  return ordered.map((column) => {
    const widthPx = widthsPx[column.key];
    return widthPx === undefined ? column : { ...column, track: `${widthPx}px`, minPx: widthPx };
  });
}

const keysOf = (columns: readonly LaidOutColumn[], layout: ColumnLayout): readonly string[] =>
  layOutColumns(columns, layout).map((column) => column.key);

/** Shows a column at the end, or hides it; one always stays. */
export function toggleColumn(
  columns: readonly LaidOutColumn[],
  layout: ColumnLayout,
  key: string,
): ColumnLayout {
  const keys = keysOf(columns, layout);
  if (!keys.includes(key)) return { ...layout, shown: [...keys, key] };
  if (keys.length === 1) return layout;
  return { ...layout, shown: keys.filter((other) => other !== key) };
}

/** Moves a shown column to the place of another one, or by a number of places; never past an end. */
export function moveColumn(
  columns: readonly LaidOutColumn[],
  layout: ColumnLayout,
  key: string,
  target: string | number,
): ColumnLayout {
  const keys = keysOf(columns, layout);
  const from = keys.indexOf(key);
  const place = typeof target === 'number' ? from + target : keys.indexOf(target);
  if (from < 0 || place < 0 || place >= keys.length || place === from) return layout;
  const others = keys.filter((other) => other !== key);
  return { ...layout, shown: others.toSpliced(place, 0, key) };
}

/**
 * Sets the width of a column in CSS pixels, within limits. The visible columns are frozen, so
 * that a wider column scrolls the table instead of hiding another column.
 *
 * @param visible keys of the columns that are drawn, in their order
 */
export function resizeColumn(
  layout: ColumnLayout,
  key: string,
  widthPx: number,
  visible: readonly string[],
): ColumnLayout {
  return {
    ...layout,
    shown: layout.shown ?? visible,
    widthsPx: { ...layout.widthsPx, [key]: withinWidths(widthPx) },
  };
}

/**
 * Pins a column at its width, or releases it. A pinned column has a fixed width, so that the next
 * one knows where it ends.
 *
 * @param visible keys of the columns that are drawn, in their order
 */
export function togglePin(
  layout: ColumnLayout,
  key: string,
  widthPx: number,
  visible: readonly string[],
): ColumnLayout {
  const pinned = layout.pinned ?? [];
  if (pinned.includes(key)) return { ...layout, pinned: pinned.filter((other) => other !== key) };
  return { ...resizeColumn(layout, key, widthPx, visible), pinned: [...pinned, key] };
}

const withinWidths = (widthPx: number): number =>
  Math.round(Math.min(Math.max(widthPx, narrowestPx), widestPx));

/** A layout as it is saved. */
export const writeLayout = ({ shown, widthsPx, pinned = [] }: ColumnLayout): JsonObject => ({
  shown,
  widthsPx,
  ...(pinned.length > 0 && { pinned }),
});

/** A saved layout; what it cannot use is left out. */
export function readLayout(content: JsonObject): ColumnLayout {
  const { shown, widthsPx, pinned } = content;
  const pinnedKeys = Array.isArray(pinned) ? pinned.filter(isText) : [];
  const keys = Array.isArray(shown) ? shown.filter(isText) : [];
  const widths = isJsonObject(widthsPx ?? null) ? Object.entries(widthsPx ?? {}) : [];
  return {
    shown: keys.length > 0 ? [...new Set(keys)] : null,
    widthsPx: Object.fromEntries(
      widths.flatMap(([key, width]) =>
        typeof width === 'number' ? [[key, withinWidths(width)] as const] : [],
      ),
    ),
    ...(pinnedKeys.length > 0 && { pinned: pinnedKeys }),
  };
}

const isText = (value: JsonValue): value is string => typeof value === 'string';
