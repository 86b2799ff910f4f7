import { ownValue } from '../../shared/own-value.ts';
import {
  defaultOf,
  describeValues,
  readOption,
  writeOption,
  type OptionRow,
  type OptionRows,
  type OptionValue,
  type OptionValues,
} from '../../shared/options/option-rows.ts';

type Given<Rows extends OptionRows> = {
  readonly [Key in keyof Rows]?: OptionValue<Rows[Key]> | undefined;
};

/** Entered options. An empty one without a default is left out. */
export class OptionsForm<const Rows extends OptionRows> {
  readonly rows: Rows;
  /** By row key. */
  readonly texts: Record<string, string>;
  readonly flags: Record<string, boolean>;
  /** Invalid texts, and why. */
  readonly problems: { readonly [key: string]: string } = $derived.by(() =>
    Object.fromEntries(
      Object.entries<OptionRow>(this.rows)
        .filter(([key, row]) => this.#isTyped(key, row) && this.#read(key, row) === undefined)
        .map(([key, row]) => [key, `Enter ${describeValues(row, { isShown: true })}.`]),
    ),
  );
  /** Null: one is invalid. */
  readonly values: OptionValues<Rows> | null = $derived.by(() => {
    if (Object.keys(this.problems).length > 0) return null;
    // Each value is of its row; `fromEntries` does not keep the keys.
    return Object.fromEntries(
      Object.entries<OptionRow>(this.rows).map(([key, row]) => [
        key,
        this.#isTyped(key, row) ? this.#read(key, row) : undefined,
      ]),
    ) as OptionValues<Rows>;
  });

  constructor(rows: Rows, values: Given<Rows> = {}) {
    this.rows = rows;
    this.texts = $state({});
    this.flags = $state({});
    this.load(values);
  }

  /** Others get their defaults. */
  load(values: Given<Rows>): void {
    const byKey: { readonly [key: string]: unknown } = values;
    for (const [key, row] of Object.entries<OptionRow>(this.rows)) {
      const value = ownValue(byKey, key) ?? defaultOf(row);
      if (row.kind === 'flag') this.flags[key] = value === true;
      else this.texts[key] = writeOption(row, value, { isShown: true });
    }
  }

  row(key: keyof Rows & string): OptionRow {
    const rows: OptionRows = this.rows;
    const row = rows[key];
    if (row === undefined) throw new Error(`There is no option ${key}.`);
    return row;
  }

  #isTyped(key: string, row: OptionRow): boolean {
    const hasDefault = 'default' in row || row.canBeNull === true || row.kind === 'text';
    return row.kind === 'flag' || hasDefault || ownValue(this.texts, key)?.trim() !== '';
  }

  #read(key: string, row: OptionRow): unknown {
    return row.kind === 'flag'
      ? ownValue(this.flags, key)
      : readOption(row, ownValue(this.texts, key) ?? '', { isShown: true });
  }
}
