import { ownValue } from '../../../shared/own-value.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';

export interface ColumnLayout {
  /** By key; others as the table has them. */
  readonly shown: { readonly [key: string]: boolean };
  /** CSS pixels, by key. */
  readonly widthsPx: { readonly [key: string]: number };
}

export const defaultLayout: ColumnLayout = { shown: {}, widthsPx: {} };

/** Otherwise its edge could not be taken. */
const narrowestPx = 24;
const widestPx = 1200;

interface LaidOutColumn {
  readonly key: string;
  readonly isExtra?: boolean;
}

/** Shown columns in order, with the user's widths. */
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

/** Rounds and limits a width in CSS pixels. */
export const withinWidths = (widthPx: number): number => Math.round(Math.min(Math.max(widthPx, narrowestPx), widestPx));

/** Writes equal layouts as equal text. */
export const writeLayout = ({ shown, widthsPx }: ColumnLayout): JsonObject => ({
  shown: sortKeys(shown),
  widthsPx: sortKeys(widthsPx),
});

const sortKeys = <Value>(values: { readonly [key: string]: Value }): { readonly [key: string]: Value } =>
  Object.fromEntries(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Reads a layout without its unusable parts. */
export const readLayout = ({ shown, widthsPx }: JsonObject): ColumnLayout => ({
  shown: readValues(shown, (value) => (typeof value === 'boolean' ? value : undefined)),
  widthsPx: readValues(widthsPx, (value) => (typeof value === 'number' ? withinWidths(value) : undefined)),
});

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
