/** Builds an empty set of row keys, one bit each: a `Set` of a million takes 16 MB more. */
export function createKeySet() {
  let bits = new Uint8Array(1 << 12);
  let size = 0;
  return {
    add(key: number): void {
      const at = key >>> 3;
      if (at >= bits.length) {
        const grown = new Uint8Array(Math.max(bits.length * 2, at + 1));
        grown.set(bits);
        bits = grown;
      }
      const bit = 1 << (key & 7);
      const byte = bits[at] ?? 0;
      if ((byte & bit) !== 0) return;
      bits[at] = byte | bit;
      size += 1;
    },
    delete(key: number): void {
      const bit = 1 << (key & 7);
      const byte = bits[key >>> 3] ?? 0;
      if ((byte & bit) === 0) return;
      bits[key >>> 3] = byte & ~bit;
      size -= 1;
    },
    has: (key: number): boolean => ((bits[key >>> 3] ?? 0) & (1 << (key & 7))) !== 0,
    size: (): number => size,
  };
}
