import { defaultLayout, layOutColumns, withinWidths, type ColumnLayout } from './column-layout.ts';
import type { ColumnSubject, GridColumn } from './grid-column.ts';

/** The columns of a table: which of them are shown, and how wide they are. Their order is that of the table. */
export class Columns<Row> {
  /** Every column that the table offers. */
  readonly all = $derived.by(() => this.#offered());
  layout = $state.raw<ColumnLayout>(defaultLayout);
  readonly laidOut: readonly GridColumn<Row>[] = $derived.by(() => layOutColumns(this.all, this.layout));
  readonly #columns: readonly GridColumn<Row>[];
  readonly #onChange: (layout: ColumnLayout) => void;
  readonly #hasAny: (subject: ColumnSubject) => boolean;

  /**
   * @param onChange called with every layout that the user makes
   * @param hasAny whether the account has any of them; columns about them would be empty without
   */
  constructor(
    columns: readonly GridColumn<Row>[],
    onChange: (layout: ColumnLayout) => void = () => undefined,
    hasAny: (subject: ColumnSubject) => boolean = () => true,
  ) {
    this.#columns = columns;
    this.#onChange = onChange;
    this.#hasAny = hasAny;
  }

  /**
   * The columns that a table draws.
   *
   * @param rows some of its rows, such as the first ones: columns that are empty in all of them are left out
   */
  drawn(rows: readonly Row[]): readonly GridColumn<Row>[] {
    if (rows.length === 0) return this.laidOut;
    return this.laidOut.filter((column) => column.isEmptyIn?.(rows) !== true);
  }

  isShown(key: string): boolean {
    return this.laidOut.some((column) => column.key === key);
  }

  /** Shows a column, or hides it; one always stays. */
  toggle(key: string): void {
    const isShown = this.isShown(key);
    if (isShown && this.laidOut.length === 1) return;
    const { [key]: _, ...others } = this.layout.shown;
    // Only what differs from the default is noted: shown again, a column leaves no trace in a saved view.
    const isDefault = this.all.some((column) => column.key === key && (column.isExtra === true) === isShown);
    this.#set({ ...this.layout, shown: isDefault ? others : { ...others, [key]: !isShown } });
  }

  /** Sets the width of a column in CSS pixels, within limits. */
  resize(key: string, widthPx: number): void {
    this.#set({ ...this.layout, widthsPx: { ...this.layout.widthsPx, [key]: withinWidths(widthPx) } });
  }

  /** Returns to the default columns. */
  reset(): void {
    this.#set(defaultLayout);
  }

  #offered(): readonly GridColumn<Row>[] {
    return this.#columns.map((column) =>
      column.isOf === undefined || this.#hasAny(column.isOf) ? column : { ...column, isExtra: true },
    );
  }

  #set(layout: ColumnLayout): void {
    this.layout = layout;
    this.#onChange(layout);
  }
}
