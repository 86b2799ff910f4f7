import { createLatestRunner } from '../../kit/async/promises.ts';
import type { Selected } from '../rows/selected.svelte.ts';

/** How often the table scrolls on while the pointer is above or below its rows. */
const stepMs = 50;

/** The table that a range is drawn in. */
interface Table<Row> {
  readonly selected: Selected<Row> | undefined;
  /** The index of the row at a height in the window; above and below the rows, one that is out of sight. */
  readonly indexAt: (clientY: number) => number;
  /** Makes a row active and scrolls to it. */
  readonly activate: (index: number) => void;
  readonly onfailure: (error: unknown) => void;
}

interface Press {
  readonly index: number;
  /** Whether the range begins where the last one did, as with Shift. */
  readonly isExtended: boolean;
  /** Whether the range is added to the selection, as with Ctrl. */
  readonly isAdded: boolean;
}

/** Selects the rows that the mouse is dragged over; beyond an edge the table scrolls. */
export class RangeDrag<Row> {
  readonly #table: () => Table<Row>;
  #press: Press | null = null;
  /** The range that is drawn, and what was selected before; null: the pointer is still on the row where it was pressed. */
  #drawn: { readonly selected: Selected<Row>; readonly before: Selected<Row>['ticked'] } | null = null;
  #clientY = 0;
  #lastIndex = -1;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** The IDs of a long range take longer to come than the next step. */
  readonly #extendLatest = createLatestRunner();

  constructor(table: () => Table<Row>) {
    this.#table = table;
  }

  /** Whether the mouse is pressed on a row from which a range would be drawn. */
  get isPressed(): boolean {
    return this.#press !== null;
  }

  /** The main button was pressed on a row. */
  press(index: number, { shiftKey, ctrlKey, metaKey }: PointerEvent): void {
    this.#press = { index, isExtended: shiftKey, isAdded: ctrlKey || metaKey };
  }

  /**
   * The pointer moved.
   *
   * @param box the element that hears of its moves from now on, wherever it is
   */
  move({ buttons, clientY, pointerId }: PointerEvent, box: Element): void {
    const press = this.#press;
    const { selected, indexAt } = this.#table();
    if (press === null || selected === undefined) return;
    if ((buttons & 1) === 0) {
      this.end();
      return;
    }
    this.#clientY = clientY;
    if (this.#drawn === null) {
      if (indexAt(clientY) === press.index) return;
      box.setPointerCapture(pointerId);
      this.#drawn = { selected, before: selected.ticked };
      if (!press.isExtended) selected.setAnchor(press.index);
      selected.isDrawn = true;
      this.#timer = setInterval(() => {
        this.#extend();
      }, stepMs);
    }
    this.#extend();
  }

  /** The button was released, or the drag ended in another way. */
  end(): void {
    clearInterval(this.#timer);
    if (this.#drawn !== null) this.#drawn.selected.isDrawn = false;
    this.#press = null;
    this.#drawn = null;
    this.#lastIndex = -1;
  }

  #extend(): void {
    const { indexAt, activate, onfailure } = this.#table();
    const [press, drawn] = [this.#press, this.#drawn];
    const index = indexAt(this.#clientY);
    if (index === this.#lastIndex || press === null || drawn === null) return;
    const { selected, before } = drawn;
    this.#lastIndex = index;
    activate(index);
    void this.#extendLatest(() =>
      selected.extendTo(index, press.isAdded, before).catch((error: unknown) => {
        this.end();
        onfailure(error);
      }),
    );
  }
}
