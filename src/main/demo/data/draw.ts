/**
 * A small generator of pseudo-random choices: the same keys always give the same
 * sequence, so that a row can be rebuilt from its number alone. Not for secrets.
 */
export class Draw {
  #state: number;

  constructor(...keys: readonly number[]) {
    this.#state = keys.reduce((state, key) => scramble(state ^ key), 0x9e3779b9);
  }

  /** A 32-bit number. */
  bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    return scramble(this.#state);
  }

  /** From `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor((this.bits() / 2 ** 32) * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.bits() / 2 ** 32 < probability;
  }

  pick<T>(list: readonly T[]): T {
    const index = this.integer(0, list.length - 1);
    if (index < 0 || index >= list.length) throw new Error('Nothing to pick from.');
    // Within the bounds that were just checked; `T` itself may be undefined.
    return list[index] as T;
  }

  hex(): string {
    return this.bits().toString(16).padStart(8, '0');
  }

  uuid(): string {
    return shapeUuid(this.hex() + this.hex() + this.hex() + this.hex());
  }

  text(length: number): string {
    return Array.from({ length }, () => this.pick(letters)).join('');
  }
}

/** Letters and digits that are not mistaken for one another. */
const letters = Array.from('abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789');

/** Formats 32 hexadecimal digits as a UUID of version 4. */
export function shapeUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The finaliser of MurmurHash3: every bit of the input reaches every bit of the result. */
function scramble(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
