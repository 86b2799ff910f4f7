import type { JsonValue } from '../../../shared/json.ts';
import type { BarPart, SparkBar } from '../../kit/chart/chart.ts';
import type { IconName } from '../../kit/icons.ts';

export type Tone = 'ok' | 'warn' | 'bad' | 'none';

/** What one field of a table shows. */
export interface GridCell {
  readonly text: string;
  /** The end of the text, which stays when its middle is cut: addresses differ there. */
  readonly tail?: string | undefined;
  /** The user's note, shown as an icon with the note as its tooltip. */
  readonly note?: string | null | undefined;
  /** Dim and small before the text, such as a country code. */
  readonly lead?: string | undefined;
  /** Drawn before the text, which says the same. */
  readonly icon?: { readonly name: IconName; readonly tone: Tone } | undefined;
  /** The exact value, on hover. */
  readonly title?: string | undefined;
  readonly tone?: Tone | undefined;
  /** 0 to 1: a bar of that length; the text is its label. */
  readonly share?: number | undefined;
  /** A bar of parts, drawn instead of the text. */
  readonly parts?: readonly BarPart[] | undefined;
  /** Names of tags, shown in their colors instead of the text. */
  readonly tags?: readonly string[] | undefined;
  /** A sparkline, drawn instead of the text. */
  readonly spark?: { readonly bars: readonly SparkBar[]; readonly length: number } | undefined;
}

/** How the filter asks for the value of a cell; null: it has none that can be asked for. */
export interface CellFilter<Row> {
  readonly key: string;
  /** Whether it is a whole name, where the key would also take a part of one. */
  readonly isExact?: boolean;
  value(row: Row): string | null;
}

/** What a column is about, if not every table has any: `runs`, more than one test run. */
export type ColumnSubject = 'tests' | 'tags' | 'runs';

/** One column of a table: where its value comes from and how it stands. */
export interface GridColumn<Row> {
  readonly key: string;
  readonly label: string;
  /** Its width until the user drags its edge. */
  readonly widthRem: number;
  /** The user's width, in CSS pixels; a column as it is declared has none. */
  readonly widthPx?: number;
  /** Its part of the room that a wide table has left; without it the column stays as wide as it is. */
  readonly grow?: number;
  /** API field or row field to sort by; null: the store can't. */
  readonly sortField: string | null;
  /** The field that decides between rows with an equal `sortField`. */
  readonly thenSortField?: string;
  /** Hidden until the user shows it. */
  readonly isExtra?: boolean;
  /** Hidden while the table is about none of these, unless the user shows it. */
  readonly isOf?: ColumnSubject;
  /** At the right, in tabular figures. */
  readonly isNumber?: boolean;
  /** Whether the first click on its heading sorts the highest first; without it, numbers do. */
  readonly isHighFirst?: boolean;
  /** At the right, in tabular figures. */
  readonly isDate?: boolean;
  /** `bar`: the bar of `share` fills the column, so that rows can be compared. */
  readonly variant?: 'plain' | 'dim' | 'mono' | 'mono-dim' | 'dot' | 'bar';
  readonly filter?: CellFilter<Row>;
  /** Its cell stands for the row: copying it by key copies the row in the form that tools read, if the table has one. */
  readonly isRowName?: boolean;
  /** Whether no row of a list that begins with these has a value: the column is left out. */
  isEmptyIn?(rows: readonly Row[]): boolean;
  cell(row: Row): GridCell;
  /** The value as received, for files and JSON, and for copies of numbers and dates; without it the text that is shown. */
  value?(row: Row): JsonValue;
}
