import {
  defaultLayout,
  layOutColumns,
  moveColumn,
  resizeColumn,
  toggleColumn,
  togglePin,
  type ColumnLayout,
} from './column-layout.ts';
import type { GridColumn } from './grid-column.ts';

/** The columns of a table and how the person arranged them. */
export class Columns<Row> {
  /** Every column that the table offers. */
  readonly all = $derived.by(() => this.#offered());
  layout = $state.raw<ColumnLayout>(defaultLayout);
  readonly laidOut = $derived.by(() => layOutColumns(this.all, this.layout));
  readonly #columns: readonly GridColumn<Row>[];
  readonly #onChange: (layout: ColumnLayout) => void;
  readonly #hasTests: () => boolean;

  /**
   * @param onChange called with every layout that the user makes
   * @param hasTests whether there are test results; columns about them would be empty without
   */
  constructor(
    columns: readonly GridColumn<Row>[],
    onChange: (layout: ColumnLayout) => void = () => undefined,
    hasTests: () => boolean = () => true,
  ) {
    this.#columns = columns;
    this.#onChange = onChange;
    this.#hasTests = hasTests;
  }

  /** Whether the user arranged the columns: then all of them are shown, and the table scrolls. */
  get isArranged(): boolean {
    return this.layout.shown !== null;
  }

  isShown(key: string): boolean {
    return this.laidOut.some((column) => column.key === key);
  }

  /** Shows a column at the end, or hides it; one always stays. */
  toggle(key: string): void {
    this.#set(toggleColumn(this.all, this.layout, key));
  }

  /** Moves a column to the place of another, or by a number of places. */
  move(key: string, target: string | number): void {
    this.#set(moveColumn(this.all, this.layout, key, target));
  }

  /** Sets the width of a column in CSS pixels and freezes the visible columns. */
  resize(key: string, widthPx: number, visible: readonly GridColumn<Row>[]): void {
    const keys = visible.map((column) => column.key);
    this.#set(resizeColumn(this.layout, key, widthPx, keys));
  }

  isPinned(key: string): boolean {
    return this.layout.pinned?.includes(key) === true;
  }

  /** Pins a column at a width, which freezes the visible columns, or releases it. */
  togglePin(key: string, widthPx: number, visible: readonly GridColumn<Row>[]): void {
    const keys = visible.map((column) => column.key);
    this.#set(togglePin(this.layout, key, widthPx, keys));
  }

  /** Returns to the default columns. */
  reset(): void {
    this.#set(defaultLayout);
  }

  #offered(): readonly GridColumn<Row>[] {
    if (this.#hasTests()) return this.#columns;
    return this.#columns.map((column) =>
      column.isOfTests === true ? { ...column, isExtra: true } : column,
    );
  }

  #set(layout: ColumnLayout): void {
    if (layout === this.layout) return;
    this.layout = layout;
    this.#onChange(layout);
  }
}
