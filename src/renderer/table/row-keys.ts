/**
 * Names the lines of a table so that the elements of lines that are gone serve those
 * that take their place: after a jump every line is another, and making them anew costs
 * several times as much as writing into those that are there.
 */
export class LineKeys {
  #first = 0;
  #end = 0;
  #shift = 0;

  /** What to take from an index to get the name of its line, now that `first` to before `end` are drawn. */
  shiftFor(first: number, end: number): number {
    const isJump = first >= this.#end || end <= this.#first;
    if (isJump) this.#shift += first - this.#first;
    this.#first = first;
    this.#end = end;
    return this.#shift;
  }
}
