import { createLatestRunner } from '../../kit/async/promises.ts';
import type { Selected } from '../rows/selected.svelte.ts';

const stepMs = 50;

interface Table<Row> {
  readonly selected: Selected<Row> | undefined;
  /** By height in the window; also rows out of sight. */
  readonly indexAt: (clientY: number) => number;
  /** And scrolls to it. */
  readonly activate: (index: number) => void;
  readonly onfailure: (error: unknown) => void;
}

interface Press {
  readonly index: number;
  /** With Shift: from the last range's start. */
  readonly isExtended: boolean;
  /** With Ctrl: adds to the selection. */
  readonly isAdded: boolean;
}

/** Selects dragged rows; scrolls beyond an edge. */
export class RangeDrag<Row> {
  readonly #table: () => Table<Row>;
  #press: Press | null = null;
  /** Null: still on the pressed row. */
  #drawn: { readonly selected: Selected<Row>; readonly before: Selected<Row>['ticked'] } | null = null;
  #clientY = 0;
  #lastIndex = -1;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** IDs of a long range come slowly. */
  readonly #extendLatest = createLatestRunner();

  constructor(table: () => Table<Row>) {
    this.#table = table;
  }

  get isPressed(): boolean {
    return this.#press !== null;
  }

  press(index: number, { shiftKey, ctrlKey, metaKey }: PointerEvent): void {
    this.#press = { index, isExtended: shiftKey, isAdded: ctrlKey || metaKey };
  }

  /**
   *
   *
   * @param box captures later moves
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
