/**
 * One piece of work at a time. Of what is asked for meanwhile only the last is done,
 * as soon as its turn comes: what came between would be out of date.
 */
export class LatestTurn {
  #next: (() => Promise<void>) | null = null;
  #turn: Promise<void> | null = null;

  /** Ends when nothing is waiting any more. The work must not throw. */
  take(work: () => Promise<void>): Promise<void> {
    this.#next = work;
    return (this.#turn ??= this.#takeAll());
  }

  async #takeAll(): Promise<void> {
    while (this.#next !== null) {
      const work = this.#next;
      this.#next = null;
      await work();
    }
    this.#turn = null;
  }
}
