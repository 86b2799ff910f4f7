/** A set of rows: one bit for each row number. */
export type Bits = Uint32Array<ArrayBuffer>;

/** The empty set for `rowCount` rows. */
export const emptyBits = (rowCount: number): Bits => new Uint32Array(Math.ceil(rowCount / 32));

/** The set of all `rowCount` rows. */
export function allBits(rowCount: number): Bits {
  const bits = emptyBits(rowCount).fill(0xffff_ffff);
  if (rowCount % 32 > 0) bits[bits.length - 1] = 2 ** (rowCount % 32) - 1;
  return bits;
}

export const hasBit = (bits: Bits, row: number): boolean => ((bits[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;

export function setBit(bits: Bits, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
}

export function clearBit(bits: Bits, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] ?? 0) & ~(1 << (row & 31));
}

/** The intersection. */
export const both = (one: Bits, other: Bits): Bits => one.map((word, at) => word & (other[at] ?? 0));

/** The union. */
export const eitherOf = (one: Bits, other: Bits): Bits => one.map((word, at) => word | (other[at] ?? 0));

/** The difference. */
export const without = (one: Bits, other: Bits): Bits => one.map((word, at) => word & ~(other[at] ?? 0));

/** The size of a set. */
export function countBits(bits: Bits): number {
  let count = 0;
  for (const word of bits) {
    let part = word - ((word >>> 1) & 0x5555_5555);
    part = (part & 0x3333_3333) + ((part >>> 2) & 0x3333_3333);
    count += Math.imul((part + (part >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return count;
}

/** Calls `use` with each row in ascending order until it returns false. */
export function eachBit(bits: Bits, use: (row: number) => unknown): void {
  for (let at = 0; at < bits.length; at += 1) {
    let word = bits[at] ?? 0;
    while (word !== 0) {
      const lowest = 31 - Math.clz32(word & -word);
      if (use(at * 32 + lowest) === false) return;
      word &= word - 1;
    }
  }
}
