import { defaultLayout, layOutColumns, withinWidths, type ColumnLayout } from './column-layout.ts';
import type { ColumnSubject, GridColumn } from './grid-column.ts';

export class Columns<Row> {
  readonly all = $derived.by(() => this.#offered());
  layout = $state.raw<ColumnLayout>(defaultLayout);
  readonly laidOut: readonly GridColumn<Row>[] = $derived.by(() => layOutColumns(this.all, this.layout));
  readonly #columns: readonly GridColumn<Row>[];
  readonly #onChange: (layout: ColumnLayout) => void;
  readonly #hasAny: (subject: ColumnSubject) => boolean;

  /**
   * @param onChange gets the user's layouts
   * @param hasAny whether the account has any
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

  /** @param rows the first ones: columns empty in all of them are left out, and some have another label */
  drawn(rows: readonly Row[]): readonly GridColumn<Row>[] {
    if (rows.length === 0) return this.laidOut;
    const filled = this.laidOut.filter((column) => column.isEmptyIn?.(rows) !== true);
    // A table without a column would show nothing of its rows.
    return (filled.length === 0 ? this.laidOut : filled).map((column) => {
      const label = column.labelIn?.(rows);
      return label === undefined ? column : { ...column, label };
    });
  }

  isShown(key: string): boolean {
    return this.laidOut.some((column) => column.key === key);
  }

  /** One column always stays. */
  toggle(key: string): void {
    const isShown = this.isShown(key);
    if (isShown && this.laidOut.length === 1) return;
    const { [key]: _, ...others } = this.layout.shown;
    // Only differences count: shown again, a column leaves no trace in a saved view.
    const isDefault = this.all.some((column) => column.key === key && (column.isExtra === true) === isShown);
    this.#set({ ...this.layout, shown: isDefault ? others : { ...others, [key]: !isShown } });
  }

  /** CSS pixels, within limits. */
  resize(key: string, widthPx: number): void {
    this.#set({ ...this.layout, widthsPx: { ...this.layout.widthsPx, [key]: withinWidths(widthPx) } });
  }

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
