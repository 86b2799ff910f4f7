/** One bar of a chart. */
export interface ChartBar {
  /** What it stands for, said where the pointer is. */
  readonly title: string;
  /** Of the height, 0 to 1. */
  readonly share: number;
  readonly look: 'plain' | 'failed' | 'not-told';
}

/** One row of the table beside a chart: its heading, then its values. */
export interface ChartRow {
  readonly heading: string;
  readonly values: readonly string[];
  readonly title: string;
  readonly isBad?: boolean;
}
