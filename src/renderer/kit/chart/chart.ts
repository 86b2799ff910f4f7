export interface ChartBar {
  /** The tooltip. */
  readonly title: string;
  /** Of the height, 0 to 1. */
  readonly share: number;
  readonly look: 'plain' | 'failed' | 'not-told' | 'projected';
  /** Explained by the legend. */
  readonly isMarked?: boolean;
}

export interface SparkBar {
  /** From the left, 0 first. */
  readonly at: number;
  /** Of the height above the line, 0 to 1. */
  readonly share: number;
  readonly hasFailed: boolean;
}

export interface BarPart {
  /** A class for its color. */
  readonly look: string;
  /** Of the width, 0 to 1. */
  readonly share: number;
}
