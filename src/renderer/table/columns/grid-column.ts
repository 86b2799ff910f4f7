import type { JsonValue } from '../../../shared/json.ts';
import type { BarPart, SparkBar } from '../../kit/chart/chart.ts';
import type { IconName } from '../../kit/icons.ts';

export type Tone = 'ok' | 'warn' | 'bad' | 'none';

export interface GridCell {
  readonly text: string;
  /** Stays when the middle is cut: addresses differ there. */
  readonly tail?: string | undefined;
  /** An icon with the note as tooltip. */
  readonly note?: string | null | undefined;
  /** Dim, such as a country code. */
  readonly lead?: string | undefined;
  /** Before the text, which says the same. */
  readonly icon?: { readonly name: IconName; readonly tone: Tone } | undefined;
  /** The exact value. */
  readonly title?: string | undefined;
  readonly tone?: Tone | undefined;
  /** 0 to 1: a bar, labeled by the text. */
  readonly share?: number | undefined;
  /** A bar instead of the text. */
  readonly parts?: readonly BarPart[] | undefined;
  /** Instead of the text. */
  readonly tags?: readonly string[] | undefined;
  /** Instead of the text. */
  readonly spark?: { readonly bars: readonly SparkBar[]; readonly length: number } | undefined;
}

/** Null: the value can't be filtered by. */
export interface CellFilter<Row> {
  readonly key: string;
  /** The whole name. */
  readonly isExact?: boolean;
  value(row: Row): string | null;
}

/** Subjects that an account may lack; `runs`: more than one. */
export type ColumnSubject = 'tests' | 'tags' | 'runs';

export interface GridColumn<Row> {
  readonly key: string;
  readonly label: string;
  /** Until the user drags its edge. */
  readonly widthRem: number;
  /** CSS pixels, set by the user. */
  readonly widthPx?: number;
  /** Its part of the free room; default: none. */
  readonly grow?: number;
  /** API or row field; null: the store can't. */
  readonly sortField: string | null;
  /** Decides between equal rows. */
  readonly thenSortField?: string;
  /** Hidden by default. */
  readonly isExtra?: boolean;
  /** Hidden by default while the account has none. */
  readonly isOf?: ColumnSubject;
  /** Right-aligned, in tabular figures. */
  readonly isNumber?: boolean;
  /** Whether the first click sorts highest first; default: numbers. */
  readonly isHighFirst?: boolean;
  /** Right-aligned, in tabular figures. */
  readonly isDate?: boolean;
  /** `bar`: `share` fills the column, to compare rows. */
  readonly variant?: 'plain' | 'dim' | 'mono' | 'mono-dim' | 'dot' | 'bar';
  readonly filter?: CellFilter<Row>;
  /** Copying it by key copies the row for tools. */
  readonly isRowName?: boolean;
  /** Another label in a list that begins with these rows. */
  labelIn?(rows: readonly Row[]): string | undefined;
  /** Whether to leave out the column of a list that begins with these rows. */
  isEmptyIn?(rows: readonly Row[]): boolean;
  cell(row: Row): GridCell;
  /** As received, for files, JSON and copies of numbers and dates; default: the text. */
  value?(row: Row): JsonValue;
}
