import { proxyWordFields } from '../../../../shared/records/proxy.ts';
import type { SqlValue } from '../../sqlite/connection.ts';
import { emptyBits, setBit, type Bits } from './bits.ts';

/** Never in UTF-8, so no word spans rows. */
const endOfText = 0xff;
/** Beyond this, SQL looks at the rows. */
const maxBytes = 512 * 1024 * 1024;
/** Beyond this, all rows are read again. */
const maxChanged = 50_000;

/** As in `search`: no word spans fields. */
const endOfField = '\u001f';

/** Whether a word can be found in the texts. */
export const isPlainWord = (word: string): boolean => word !== '' && !word.includes(endOfField);

/** All searched texts by row, in one buffer. */
export class WordTexts {
  readonly sql = `concat(r.search, ${proxyWordFields.codes.map((code) => `r.${code}`).join(`, '${endOfField}', `)})`;
  #bytes = Buffer.alloc(64 * 1024);
  #byteCount = 0;
  /** The end of each row in `#bytes`. */
  #ends: Uint32Array;
  #rowCount = 0;
  /** Texts of rows that changed later. */
  readonly #changed = new Map<number, string>();

  /** @param count expected rows */
  constructor(count: number) {
    this.#ends = new Uint32Array(count);
  }

  /** Whether the texts need too much memory; they are dropped then. */
  get isTooLarge(): boolean {
    return this.#byteCount >= maxBytes;
  }

  /** Whether reading all rows again is better, because many changed. */
  get isWorn(): boolean {
    return this.#changed.size >= maxChanged;
  }

  /** Sets the text of a row; the first time in ascending order. */
  set(row: number, value: SqlValue): void {
    if (this.isTooLarge) return;
    const text = typeof value === 'string' ? value : '';
    if (row < this.#rowCount) {
      this.#changed.set(row, text);
      return;
    }
    // A UTF-16 unit takes three bytes of UTF-8 at most.
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
   * @param word in lower case, not empty
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

  /** `from`: not before this row. */
  #rowAt(place: number, from: number): number {
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
