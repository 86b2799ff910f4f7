/** Finds row keys by 64 bits, in 12 bytes a row. */
export interface KeyTable {
  /** The first key under these bits that `isRight`; undefined: none. Bits are two unsigned 32-bit halves. */
  find(high: number, low: number, isRight?: (key: number) => boolean): number | undefined;
  add(high: number, low: number, key: number): void;
  /** Empties it and gives its memory back at once: the collector would do so much later. */
  release(): void;
}

const initialCapacity = 1 << 12;

/** Builds an empty table: open addressing in typed arrays, which a million entries cost 25 MB at most. */
export function createKeyTable(): KeyTable {
  let capacity = initialCapacity;
  let count = 0;
  let highs = new Uint32Array(capacity);
  let lows = new Uint32Array(capacity);
  /** 0: free; row keys start at 1. */
  let keys = new Uint32Array(capacity);

  const place = (high: number, low: number, key: number): void => {
    let slot = low & (capacity - 1);
    while (keys[slot] !== 0) slot = (slot + 1) & (capacity - 1);
    highs[slot] = high;
    lows[slot] = low;
    keys[slot] = key;
  };
  const renew = (newCapacity: number): void => {
    capacity = newCapacity;
    highs = new Uint32Array(capacity);
    lows = new Uint32Array(capacity);
    keys = new Uint32Array(capacity);
  };
  const grow = (): void => {
    const old = { highs, lows, keys };
    renew(capacity * 2);
    old.keys.forEach((key, slot) => {
      if (key !== 0) place(old.highs[slot] ?? 0, old.lows[slot] ?? 0, key);
    });
    for (const { buffer } of Object.values(old)) buffer.transfer(0);
  };
  return {
    find(high, low, isRight = () => true) {
      for (let slot = low & (capacity - 1); ; slot = (slot + 1) & (capacity - 1)) {
        const key = keys[slot] ?? 0;
        if (key === 0) return undefined;
        if (highs[slot] === high && lows[slot] === low && isRight(key)) return key;
      }
    },
    add(high, low, key) {
      if (count * 2 >= capacity) grow();
      count += 1;
      place(high, low, key);
    },
    release() {
      for (const { buffer } of [highs, lows, keys]) buffer.transfer(0);
      count = 0;
      renew(initialCapacity);
    },
  };
}
