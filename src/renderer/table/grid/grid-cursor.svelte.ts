import { nextActiveRow } from '../../kit/rove-focus.ts';
import { isShortcut } from '../../kit/shortcut.ts';
import type { GridColumn } from '../columns/grid-column.ts';
import type { GridScroll } from './grid-scroll.svelte.ts';
import { sortFields } from './heading-menu.ts';
import type { GridRows } from '../rows/grid-rows.svelte.ts';
import type { Selected } from '../rows/selected.svelte.ts';

interface Table<Row> {
  readonly id: string;
  readonly rows: GridRows<Row>;
  readonly columns: readonly GridColumn<Row>[];
  readonly selected: Selected<Row> | undefined;
  readonly openMenu: () => void;
  readonly onopen: () => void;
  readonly oncopy: (column: GridColumn<Row> | null) => void;
  readonly onfailure: (error: unknown) => void;
}

export class GridCursor<Row> {
  /** Null: the whole row. */
  cellKey = $state<string | null>(null);
  readonly #table: () => Table<Row>;
  readonly #scroll: GridScroll;
  readonly column = $derived.by(() => this.#table().columns.find(({ key }) => key === this.cellKey) ?? null);
  /** Undefined: not drawn. */
  readonly elementId = $derived.by(() => {
    const { rows, id } = this.#table();
    const { first, end } = this.#scroll.drawn;
    if (rows.activeIndex < first || rows.activeIndex >= end) return undefined;
    if (rows.activeId !== null && rows.activeRow === undefined) return undefined;
    const row = `${id}-${rows.activeIndex}`;
    return this.column === null ? row : `${row}-${this.column.key}`;
  });
  readonly #typeAhead = new TypeAhead();
  #typeAheadTicket = 0;

  constructor(table: () => Table<Row>, scroll: GridScroll) {
    this.#table = table;
    this.#scroll = scroll;
  }

  activate(index: number): void {
    this.#table().rows.setActive(index);
    this.#scroll.reveal(index);
  }

  extendTo(index: number, isAdded: boolean): void {
    const { selected, onfailure } = this.#table();
    void selected?.extendTo(index, isAdded).catch(onfailure);
  }

  readonly onkeydown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const typeAhead = this.#typeAhead;
    if ((typeAhead.isActive || event.shiftKey) && typeAhead.takes(event)) {
      event.stopPropagation();
      this.#type(event);
      return;
    }
    if (event.key !== 'Shift') typeAhead.end();
    const { rows, selected, openMenu, onopen, oncopy } = this.#table();
    const key = event.key.toLowerCase();
    const next = nextActiveRow(event.key, rows.activeIndex, rows.count, this.#scroll.pageRows);
    if (next !== undefined) {
      if (event.shiftKey && rows.activeRow !== undefined && selected?.count === 0) {
        selected.setAnchor(rows.activeIndex);
      }
      this.activate(next);
      if (event.shiftKey) this.extendTo(next, false);
    } else if (event.key === ' ') {
      if (rows.activeRow !== undefined) selected?.toggle(rows.activeIndex);
    } else if (event.key === 'Enter') onopen();
    else if (event.key === 'Escape' && selected && selected.count > 0) selected.clear();
    else if (selected && isShortcut(event, 'Mod+A')) selected.all();
    else if (isShortcut(event, 'Mod+C')) oncopy(this.column);
    else if (key === 'contextmenu' || (key === 'f10' && event.shiftKey)) openMenu();
    else if (key === 'arrowright' && !event.altKey) this.#moveCell(1);
    else if (key === 'arrowleft' && !event.altKey) this.#moveCell(-1);
    else return;
    event.preventDefault();
  };

  /** Keys that neither table nor shortcuts take. */
  readonly onwindowkeydown = (event: KeyboardEvent): void => {
    const { box } = this.#scroll;
    const isHere = box instanceof Element && event.target === box;
    if (isHere && !event.defaultPrevented && this.#typeAhead.takes(event)) this.#type(event);
  };

  #moveCell(step: number): void {
    const { columns } = this.#table();
    const at = columns.findIndex(({ key }) => key === this.cellKey);
    this.cellKey = columns[Math.min(at + step, columns.length - 1)]?.key ?? null;
    const cell = this.elementId === undefined ? null : document.getElementById(this.elementId);
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  #type(event: KeyboardEvent): void {
    event.preventDefault();
    void this.#findTyped(this.#typeAhead.add(event.key)).catch(this.#table().onfailure);
  }

  /** Goes to the first row that begins with the text in the current, else sorted, else first column. */
  async #findTyped(typed: string): Promise<void> {
    const { columns, rows } = this.#table();
    const sorted = columns.find((column) => sortFields(column).includes(rows.sort[0]?.field ?? ''));
    const first = columns.find((column) => column.variant !== 'dot' && column.sortField !== null);
    const fields = [this.column, sorted, first]
      .map((column) => (column ? sortFields(column) : []))
      .find((names) => names.length > 0);
    if (fields === undefined) return;
    const ticket = (this.#typeAheadTicket += 1);
    const index = await rows.find(fields, typed);
    if (index !== null && ticket === this.#typeAheadTicket) this.activate(index);
  }
}

const pauseMs = 1000;

/** Collects typed text. The first letter must not be a shortcut, unless with Shift; later ones belong to it until a pause. */
class TypeAhead {
  #typed = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isActive(): boolean {
    return this.#typed !== '';
  }

  takes({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    return this.isActive ? key.length === 1 : /^[\p{L}\p{N}]$/u.test(key);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#typed = '';
  }

  /** Returns the whole text. */
  add(key: string): string {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.end();
    }, pauseMs);
    this.#typed += key;
    return this.#typed;
  }
}
