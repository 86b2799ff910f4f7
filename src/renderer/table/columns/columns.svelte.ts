import { defaultLayout, layOutColumns, withinWidths, type ColumnLayout } from './column-layout.ts';
import type { ColumnSubject, GridColumn } from './grid-column.ts';

/** Those that are drawn, in their order: in a narrow table fewer than those that are laid out. */
type Visible = readonly { readonly key: string }[];

const keysOf = (columns: Visible): readonly string[] => columns.map(({ key }) => key);

/** The columns of a table and how the person arranged them. */
export class Columns<Row> {
  /** Every column that the table offers. */
  readonly all = $derived.by(() => this.#offered());
  layout = $state.raw<ColumnLayout>(defaultLayout);
  readonly laidOut = $derived.by(() => layOutColumns(this.all, this.layout));
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

  /** Whether the user arranged the columns: then all of them are shown, and the table scrolls. */
  get isArranged(): boolean {
    return this.layout.shown !== null;
  }

  isShown(key: string): boolean {
    return this.laidOut.some((column) => column.key === key);
  }

  /** Whether the user chose the width of a column. */
  isSized(key: string): boolean {
    return this.layout.widthsPx[key] !== undefined;
  }

  isPinned(key: string): boolean {
    return this.layout.pinned?.includes(key) === true;
  }

  /** Shows a column behind the visible ones, or hides it; one always stays. */
  toggle(key: string, visible: Visible = this.laidOut): void {
    const keys = keysOf(visible);
    const shown = keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key];
    if (shown.length > 0) this.#change({ shown });
  }

  /** Moves a column to the place of another, or by a number of places; never past an end. */
  move(key: string, target: string | number, visible: Visible = this.laidOut): void {
    const keys = keysOf(visible);
    const from = keys.indexOf(key);
    const place = typeof target === 'number' ? from + target : keys.indexOf(target);
    if (from < 0 || place < 0 || place >= keys.length || place === from) return;
    this.#change({ shown: keys.toSpliced(from, 1).toSpliced(place, 0, key) });
  }

  /**
   * Sets the width of a column in CSS pixels, within limits. The visible columns are frozen, so
   * that a wider column scrolls the table instead of hiding another column.
   */
  resize(key: string, widthPx: number, visible: Visible): void {
    this.#change({
      shown: this.layout.shown ?? keysOf(visible),
      widthsPx: { ...this.layout.widthsPx, [key]: withinWidths(widthPx) },
    });
  }

  /**
   * Pins a column at its width, or releases it. A pinned column has a fixed width, so that the next
   * one knows where it ends.
   */
  togglePin(key: string, widthPx: number, visible: Visible): void {
    const { pinned = [] } = this.layout;
    if (!this.isPinned(key)) this.resize(key, widthPx, visible);
    this.#change({
      pinned: this.isPinned(key) ? pinned.filter((other) => other !== key) : [...pinned, key],
    });
  }

  /** Returns to the default columns. */
  reset(): void {
    this.#set(defaultLayout);
  }

  #change(changes: Partial<ColumnLayout>): void {
    this.#set({ ...this.layout, ...changes });
  }

  #offered(): readonly GridColumn<Row>[] {
    return this.#columns.map((column) =>
      column.isOf === undefined || this.#hasAny(column.isOf)
        ? column
        : { ...column, isExtra: true },
    );
  }

  #set(layout: ColumnLayout): void {
    this.layout = layout;
    this.#onChange(layout);
  }
}
