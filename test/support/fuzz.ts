import { rounds } from './rounds.ts';
import type { Random } from './random.ts';

/** Rounds of a fuzz test: a few, and 20 times as many with all rounds. */
export const fuzzRounds = (few: number): number => rounds({ few, many: 20 * few });

/** One of the items, of which there is at least one. */
export const pick = <T>(random: Random, items: readonly T[]): T =>
  // The index is always below the length.
  items[random(items.length)] as T;

const nested = (levels: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
};

/** Values that programs stumble over, all of which structured clone and JSON can carry. */
export const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  -0.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '0',
  '\u0000',
  '\ud800',
  '\u202e\u2066',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%2e%2e%2f',
  "'; DROP TABLE proxy; --",
  '$(touch /tmp/x)',
  '<script>alert(1)</script>',
  '9'.repeat(400),
  'x'.repeat(20_000),
  'é😀'.repeat(300),
  [],
  {},
  [null],
  [[[]]],
  { length: 5 },
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  nested(50),
  nested(3000),
  Array.from({ length: 500 }, (_, index) => index),
];

/** Changes one to three places of a JSON value; the original stays as it is. */
export function mutate(value: unknown, random: Random): unknown {
  let changed: unknown = structuredClone(value);
  for (let times = 1 + random(3); times > 0; times -= 1) changed = mutateOnce(changed, random);
  return changed;
}

function mutateOnce(value: unknown, random: Random): unknown {
  if (random(4) === 0 || typeof value !== 'object' || value === null) {
    return pick(random, hostileValues);
  }
  const entries: (readonly [string, unknown])[] = Object.entries(value);
  if (entries.length === 0) return pick(random, hostileValues);
  const [name, inner] = pick(random, entries);
  switch (random(5)) {
    case 0:
      return without(value, name);
    case 1:
      return { ...value, [String(pick(random, hostileValues)).slice(0, 50)]: inner };
    default: {
      const changed = mutateOnce(inner, random);
      return Array.isArray(value)
        ? entries.map(([at, item]) => (at === name ? changed : item))
        : { ...value, [name]: changed };
    }
  }
}

const without = (value: object, name: string): unknown =>
  Array.isArray(value)
    ? value.filter((_, at) => String(at) !== name)
    : Object.fromEntries(Object.entries(value).filter(([own]) => own !== name));
