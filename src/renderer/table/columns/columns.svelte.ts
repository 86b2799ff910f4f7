import {
  defaultLayout,
  layOutColumns,
  moveColumn,
  resizeColumn,
  toggleColumn,
  type ColumnLayout,
} from './column-layout.ts';
import type { GridColumn } from './grid-column.ts';

/** The columns of a table and how the person arranged them. */
export class Columns<Row> {
  readonly all: readonly GridColumn<Row>[];
  layout = $state.raw<ColumnLayout>(defaultLayout);
  readonly laidOut = $derived.by(() => layOutColumns(this.all, this.layout));
  readonly #onChange: (layout: ColumnLayout) => void;

  /** @param onChange hears of every change that the person made */
  constructor(
    all: readonly GridColumn<Row>[],
    onChange: (layout: ColumnLayout) => void = () => undefined,
  ) {
    this.all = all;
    this.#onChange = onChange;
  }

  /** Whether the person chose the columns: then all of them are shown, whatever the room. */
  get isChosen(): boolean {
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

  /** Back to the columns that come with the table. */
  reset(): void {
    this.#set(defaultLayout);
  }

  #set(layout: ColumnLayout): void {
    if (layout === this.layout) return;
    this.layout = layout;
    this.#onChange(layout);
  }
}
