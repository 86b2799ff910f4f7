import { ownValue } from '../../../shared/own-value.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';

/** How a person arranged the columns of a table. */
export interface ColumnLayout {
  /** Whether columns are shown, by key; those without an entry are as they come with the table. */
  readonly shown: { readonly [key: string]: boolean };
  /** The user's widths in CSS pixels, by key. */
  readonly widthsPx: { readonly [key: string]: number };
}

export const defaultLayout: ColumnLayout = { shown: {}, widthsPx: {} };

/** Narrower, a column could no longer be taken by its edge. */
const narrowestPx = 24;
const widestPx = 1200;

interface LaidOutColumn {
  readonly key: string;
  readonly isExtra?: boolean;
}

/**
 * The columns that a layout shows, in the order of the table, with the user's widths. Unknown keys
 * are skipped.
 *
 * @param columns the columns that the table offers
 */
export const layOutColumns = <Column extends LaidOutColumn>(
  columns: readonly Column[],
  { shown, widthsPx }: ColumnLayout,
): readonly (Column & { readonly widthPx?: number })[] =>
  columns
    .filter(({ key, isExtra }) => ownValue(shown, key) ?? isExtra !== true)
    .map((column) => {
      const widthPx = ownValue(widthsPx, column.key);
      return widthPx === undefined ? column : { ...column, widthPx };
    });

/** A width in whole CSS pixels that can be taken by its edge and seen. */
export const withinWidths = (widthPx: number): number => Math.round(Math.min(Math.max(widthPx, narrowestPx), widestPx));

/** A layout as it is saved: the same text for the same columns and widths. */
export const writeLayout = ({ shown, widthsPx }: ColumnLayout): JsonObject => ({
  shown: sortKeys(shown),
  widthsPx: sortKeys(widthsPx),
});

const sortKeys = <Value>(values: { readonly [key: string]: Value }): { readonly [key: string]: Value } =>
  Object.fromEntries(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** A saved layout; what it cannot use is left out. */
export const readLayout = ({ shown, widthsPx }: JsonObject): ColumnLayout => ({
  shown: readValues(shown, (value) => (typeof value === 'boolean' ? value : undefined)),
  widthsPx: readValues(widthsPx, (value) => (typeof value === 'number' ? withinWidths(value) : undefined)),
});

/** The values of a JSON object that can be read. */
function readValues<Value>(
  content: JsonValue | undefined,
  read: (value: JsonValue | undefined) => Value | undefined,
): { readonly [key: string]: Value } {
  if (content === undefined || !isJsonObject(content)) return {};
  return Object.fromEntries(
    Object.entries(content).flatMap(([key, value]) => {
      const found = read(value);
      return found === undefined ? [] : [[key, found] as const];
    }),
  );
}
