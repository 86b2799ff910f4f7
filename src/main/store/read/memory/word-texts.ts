import { proxyWordFields } from '../../../../shared/records/proxy.ts';
import type { SqlValue } from '../../sqlite/connection.ts';
import { emptyBits, setBit, type Bits } from './bits.ts';

/** A byte that no UTF-8 text has: it ends the text of a row, so that no word is found across two rows. */
const endOfText = 0xff;
/** Texts that need more memory are not kept; SQL then looks at the rows. */
const maxBytes = 512 * 1024 * 1024;
/** If more rows changed, all of them are read again. */
const maxChanged = 50_000;

/** Ends a field in a text, as in the column `search`, so that no word is found across two of them. */
const endOfField = '\u001f';

/** Whether a word can be looked for here. */
export const isPlainWord = (word: string): boolean => word !== '' && !word.includes(endOfField);

/** The texts that bare words are looked for in, of all rows in one buffer, by the number of the row. */
export class WordTexts {
  /** The text of a row `r`. */
  readonly sql = `concat(r.search, ${proxyWordFields.codes.map((code) => `r.${code}`).join(`, '${endOfField}', `)})`;
  #bytes = Buffer.alloc(64 * 1024);
  #byteCount = 0;
  /** Where the text of each row ends in `#bytes`. */
  #ends: Uint32Array;
  #rowCount = 0;
  /** The texts of rows that changed after they were written into `#bytes`. */
  readonly #changed = new Map<number, string>();

  /** @param count how many rows are expected */
  constructor(count: number) {
    this.#ends = new Uint32Array(count);
  }

  /** Whether the texts need more memory than they are worth; none of them is kept then. */
  get isTooLarge(): boolean {
    return this.#byteCount >= maxBytes;
  }

  /** Whether so many rows changed that reading all of them again is better. */
  get isWorn(): boolean {
    return this.#changed.size >= maxChanged;
  }

  /** Takes the text of a row; rows come in ascending order at first. */
  set(row: number, value: SqlValue): void {
    if (this.isTooLarge) return;
    const text = typeof value === 'string' ? value : '';
    if (row < this.#rowCount) {
      this.#changed.set(row, text);
      return;
    }
    // UTF-8 has at most three bytes for a unit of a string.
    this.#makeRoom(text.length * 3 + 1, row + 1);
    this.#ends.fill(this.#byteCount, this.#rowCount, row);
    this.#byteCount += this.#bytes.write(text, this.#byteCount);
    this.#bytes[this.#byteCount] = endOfText;
    this.#byteCount += 1;
    this.#ends[row] = this.#byteCount;
    this.#rowCount = row + 1;
    if (this.#byteCount >= maxBytes) this.#bytes = Buffer.alloc(0);
  }

  /**
   * Finds the rows whose text has a word.
   *
   * @param word in lower case, not empty
   * @param rowCount the length of the set
   */
  find(word: string, rowCount: number): Bits {
    const found = emptyBits(rowCount);
    const wanted = Buffer.from(word);
    const bytes = this.#bytes.subarray(0, this.#byteCount);
    let row = -1;
    for (let at = bytes.indexOf(wanted); at >= 0;) {
      row = this.#rowAt(at, row + 1);
      if (!this.#changed.has(row)) setBit(found, row);
      at = bytes.indexOf(wanted, this.#ends[row]);
    }
    for (const [row, text] of this.#changed) if (text.includes(word)) setBit(found, row);
    return found;
  }

  /** The row whose text has the byte at a place: the first one that ends behind it. `from`: it is not before this one. */
  #rowAt(place: number, from: number): number {
    // Most rows have a frequent word.
    if ((this.#ends[from] ?? 0) > place) return from;
    let [low, high] = [from + 1, this.#rowCount - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ends[middle] ?? 0) > place) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #makeRoom(byteCount: number, rowCount: number): void {
    if (this.#byteCount + byteCount > this.#bytes.length) {
      const bytes = Buffer.alloc(Math.ceil((this.#byteCount + byteCount) * 1.5));
      this.#bytes.copy(bytes, 0, 0, this.#byteCount);
      this.#bytes = bytes;
    }
    if (rowCount > this.#ends.length) {
      const ends = new Uint32Array(Math.ceil(rowCount * 1.25) + 1000);
      ends.set(this.#ends);
      this.#ends = ends;
    }
  }
}
