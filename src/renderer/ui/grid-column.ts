import type { FittedColumn } from './fit-columns.ts';

export type Tone = 'ok' | 'warn' | 'bad' | 'none';

/** What one field of a table shows. */
export interface GridCell {
  readonly text: string;
  /** Dim and small before the text, such as a country code. */
  readonly lead?: string | undefined;
  /** The exact value, on hover. */
  readonly title?: string | undefined;
  readonly tone?: Tone | undefined;
  /** 0 to 1: a bar of that length; the text is its label. */
  readonly share?: number | undefined;
}

/** One column of a table: where its value comes from and how it stands. */
export interface GridColumn<Row> extends FittedColumn {
  readonly key: string;
  readonly label: string;
  /** The track of the CSS grid, such as `minmax(120px, 1fr)`. */
  readonly track: string;
  /** API field or row field to sort by; null: the store can't. */
  readonly sortField: string | null;
  /** At the right, in tabular figures. */
  readonly isNumber?: boolean;
  /** At the right; tabular figures would widen its hyphens. */
  readonly isDate?: boolean;
  readonly face?: 'plain' | 'dim' | 'mono' | 'mono-dim' | 'dot';
  cell(row: Row): GridCell;
}
