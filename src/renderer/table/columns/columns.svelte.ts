import { ownValue } from '../../../shared/own-value.ts';
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

  /** Whether a column is shown only if it has room. Those that the user arranged stay, and the table scrolls. */
  isSpare(key: string): boolean {
    const { shown, spare = [] } = this.layout;
    return shown === null || spare.includes(key);
  }

  isShown(key: string): boolean {
    return this.laidOut.some((column) => column.key === key);
  }

  /** Whether the user chose the width of a column. */
  isSized(key: string): boolean {
    return ownValue(this.layout.widthsPx, key) !== undefined;
  }

  isPinned(key: string): boolean {
    return this.layout.pinned?.includes(key) === true;
  }

  /** Shows a column behind the others, or hides it; one always stays. */
  toggle(key: string, visible: Visible = this.laidOut): void {
    const keys = keysOf(visible);
    const isShown = keys.includes(key);
    if (isShown && keys.length === 1) return;
    const others = this.#order.filter((other) => other !== key);
    if (isShown) this.#arrange(others, keys);
    else this.#arrange([...others, key], [...keys, key]);
  }

  /** Moves a column to the place of another, or by a number of places; never past an end. */
  move(key: string, target: string | number, visible: Visible = this.laidOut): void {
    const keys = keysOf(visible);
    const from = keys.indexOf(key);
    const place = typeof target === 'number' ? from + target : keys.indexOf(target);
    const neighbor = keys[place];
    if (from < 0 || neighbor === undefined || place === from) return;
    const others = this.#order.filter((other) => other !== key);
    const at = others.indexOf(neighbor) + (place > from ? 1 : 0);
    this.#arrange(others.toSpliced(at, 0, key), keys);
  }

  /**
   * Sets the width of a column in CSS pixels, within limits. The visible columns stay, so that a
   * wider column scrolls the table instead of hiding another column.
   */
  resize(key: string, widthPx: number, visible: Visible): void {
    const widthsPx = { ...this.layout.widthsPx, [key]: withinWidths(widthPx) };
    this.#arrange(this.#order, keysOf(visible), { widthsPx });
  }

  /**
   * Pins a column at its width, or releases it. A pinned column has a fixed width, so that the next
   * one knows where it ends.
   */
  togglePin(key: string, widthPx: number, visible: Visible): void {
    const { pinned = [] } = this.layout;
    const isPinned = this.isPinned(key);
    if (!isPinned) this.resize(key, widthPx, visible);
    this.#set({
      ...this.layout,
      pinned: isPinned ? pinned.filter((other) => other !== key) : [...pinned, key],
    });
  }

  /** Returns to the default columns. */
  reset(): void {
    this.#set(defaultLayout);
  }

  /** The keys of the layout, of columns that the account has nothing for yet, too. */
  get #order(): readonly string[] {
    const { shown } = this.layout;
    return shown ?? keysOf(this.#columns.filter(({ isExtra }) => isExtra !== true));
  }

  /** Puts columns in an order. Those that were not visible are still shown only if they have room. */
  #arrange(shown: readonly string[], visible: readonly string[], changes: Partial<ColumnLayout> = {}): void {
    const spare = shown.filter((key) => !visible.includes(key));
    this.#set({ ...this.layout, ...changes, shown, spare });
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
