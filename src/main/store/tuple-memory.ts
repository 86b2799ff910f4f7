import type { JsonValue } from '../../shared/json.ts';
import { toJsonText } from './json-text.ts';

type Item = JsonValue | undefined;

/** Remembers a number for each tuple of values, without making a text of it. */
export interface TupleMemory {
  get(tuple: readonly Item[]): number | undefined;
  set(tuple: readonly Item[], id: number): void;
  clear(): void;
}

/** Remembered tuples; beyond that it starts anew. */
const maxRemembered = 20_000;

type Step = Map<Item, Step | number>;

/**
 * Builds a memory: one map a value, the last tuple in front. Rows in a row often
 * share their tuples, and comparing is quicker than looking up. Tuples of one
 * memory must be of one length.
 */
export function createTupleMemory(): TupleMemory {
  let root: Step = new Map();
  let count = 0;
  let last: readonly Item[] = [];
  let lastId: number | undefined;
  return {
    get(tuple) {
      if (lastId !== undefined && isSame(tuple, last)) return lastId;
      let step: Step | number | undefined = root;
      for (const item of tuple) {
        if (!(step instanceof Map)) return undefined;
        step = step.get(keyOf(item));
      }
      if (typeof step !== 'number') return undefined;
      [last, lastId] = [tuple, step];
      return step;
    },
    set(tuple, id) {
      if (count >= maxRemembered) this.clear();
      count += 1;
      let step = root;
      tuple.forEach((item, index) => {
        const key = keyOf(item);
        if (index === tuple.length - 1) {
          step.set(key, id);
          return;
        }
        const next = step.get(key);
        if (next instanceof Map) step = next;
        else {
          const made: Step = new Map();
          step.set(key, made);
          step = made;
        }
      });
      [last, lastId] = [tuple, id];
    },
    clear() {
      root = new Map();
      count = 0;
      lastId = undefined;
    },
  };
}

/**
 * A list is known by its content, under a key that no text has. -0 is kept apart
 * from 0, which a map is not able to.
 */
function keyOf(item: Item): Item {
  if (typeof item === 'string') return item.startsWith('\0') ? `\0${item}` : item;
  if (typeof item === 'object' && item !== null) return `\0[${toJsonText(item)}`;
  return Object.is(item, -0) ? '\0-0' : item;
}

function isSame(one: readonly Item[], other: readonly Item[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < other.length; index += 1) {
    const item = one[index];
    const kept = other[index];
    if (Object.is(item, kept)) continue;
    if (!Array.isArray(item) || !Array.isArray(kept) || !isSame(item, kept)) return false;
  }
  return true;
}
