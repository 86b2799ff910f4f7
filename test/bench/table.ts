/** One measurement and its goal. */
export interface TableRow {
  readonly what: string;
  readonly figure: string;
  /** The bar that it should reach; empty: none. */
  readonly goal: string;
  readonly isReached: boolean | null;
}

export interface Table {
  readonly title: string;
  readonly rows: readonly TableRow[];
}

/** Measures accounts of these sizes; yields each table as soon as it is done, because a run is long. */
export type Suite = (proxyCounts: readonly number[]) => AsyncIterable<Table>;

/** A Markdown table. */
export function formatTable(title: string, rows: readonly TableRow[]): string {
  const said = { true: 'reached', false: 'missed', null: '' };
  const lines = rows.map(
    ({ what, figure, goal, isReached }) =>
      `| ${what} | ${figure} | ${goal} | ${said[String(isReached) as keyof typeof said]} |`,
  );
  return [`## ${title}`, '', '| | measured | goal | |', '|---|---|---|---|', ...lines].join('\n');
}

/** The value that a share of all, between 0 and 1, are not above. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The middle of an odd number of measurements. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}
