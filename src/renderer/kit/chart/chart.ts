export interface ChartBar {
  /** The tooltip: what the bar shows. */
  readonly title: string;
  /** Of the height, 0 to 1. */
  readonly share: number;
  readonly look: 'plain' | 'failed' | 'not-told' | 'projected';
  /** A mark above it, which the legend explains. */
  readonly isMarked?: boolean;
}

/** One bar of a sparkline. */
export interface SparkBar {
  /** Its place from the left, 0 for the first. */
  readonly at: number;
  /** Of the height above the base line, 0 to 1; 0: nothing succeeded. */
  readonly share: number;
  readonly hasFailed: boolean;
}

export interface BarPart {
  /** The class that colors it. */
  readonly look: string;
  /** Of the full width, 0 to 1. */
  readonly share: number;
}
