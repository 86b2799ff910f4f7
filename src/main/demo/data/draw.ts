import { ownValue } from '../../../shared/own-value.ts';
import type { JsonObject, JsonValue } from '../../../shared/json.ts';

/**
 * Pseudo-random choices; the same keys give the same sequence, so that a row can be rebuilt from its number. Not for
 * secrets.
 */
export class Draw {
  #state: number;

  constructor(...keys: readonly number[]) {
    this.#state = keys.reduce((state, key) => scramble(state ^ key), 0x9e3779b9);
  }

  bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    return scramble(this.#state);
  }

  /** Draws an integer, both bounds included. */
  integer(min: number, max: number): number {
    return min + Math.floor((this.bits() / 2 ** 32) * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.bits() / 2 ** 32 < probability;
  }

  pick<T>(list: readonly T[]): T {
    const index = this.integer(0, list.length - 1);
    if (index < 0 || index >= list.length) throw new Error('Nothing to pick from.');
    // Within bounds; `T` may be undefined.
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

/** Letters and digits that nobody mistakes for one another. */
const letters = Array.from('abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789');

/** Shapes 32 hexadecimal digits as a UUID of version 4. */
function shapeUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The finalizer of MurmurHash3. */
function scramble(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const dayMs = 24 * 60 * 60 * 1000;

/** As the service: `YYYY-MM-DD HH:MM:SS`. */
export function formatDatetime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** `YYYY-MM-DD`. */
export function formatDate(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** Days may be fractional or negative. */
export function addDays(timeMs: number, days: number): number {
  return timeMs + days * dayMs;
}

/** Rows depend on the month, so that a restarted demo has the same ones. */
export function startOfMonth(timeMs: number): number {
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** Odd, so that the product can be inverted modulo 2^32. */
const factor = 0x9e3779b1;
const inverse = invert(factor);

export function formatProxyId(index: number, seed: number): string {
  const head = Math.imul(index + seed, factor) >>> 0;
  const draw = new Draw(seed, 2, index);
  return shapeUuid(head.toString(16).padStart(8, '0') + draw.hex() + draw.hex() + draw.hex());
}

/** Undefined for others. */
export function parseProxyId(id: string, seed: number): number | undefined {
  if (!/^[0-9a-f]{8}-/.test(id)) return undefined;
  const index = (Math.imul(parseInt(id.slice(0, 8), 16), inverse) - seed) >>> 0;
  return formatProxyId(index, seed) === id ? index : undefined;
}

/** Newton's method doubles the right bits. */
function invert(value: number): number {
  let result = value;
  for (let step = 0; step < 5; step += 1) {
    result = Math.imul(result, 2 - Math.imul(value, result));
  }
  return result;
}

/** In a made-up /29, without its first and last address. */
export const hostsPerSubnet = 6;

/** Blocks of addresses for documentation, for benchmarks, then private ones. */
const networks = [
  { first: toNumber(203, 0, 113, 0), size: 256 },
  { first: toNumber(198, 51, 100, 0), size: 256 },
  { first: toNumber(192, 0, 2, 0), size: 256 },
  { first: toNumber(198, 18, 0, 0), size: 2 ** 17 },
  { first: toNumber(10, 0, 0, 0), size: 2 ** 24 },
] as const;

/** The unique addresses of a proxy number. */
export function addressesOf(index: number): {
  readonly v4: string;
  readonly v4Subnet: string;
  readonly v6: string;
  readonly v6Subnet: string;
} {
  const subnet = Math.floor(index / hostsPerSubnet);
  const host = 1 + (index % hostsPerSubnet);
  const first = locate(subnet * 8);
  const prefix = `2001:db8:${(subnet >>> 16).toString(16)}:${(subnet & 0xffff).toString(16)}`;
  return {
    v4: formatV4(first + host),
    v4Subnet: `${formatV4(first)}/29`,
    v6: `${prefix}::${host.toString(16)}`,
    v6Subnet: `${prefix}::/64`,
  };
}

function locate(offset: number): number {
  let rest = offset;
  for (const { first, size } of networks) {
    if (rest < size) return first + rest;
    rest -= size;
  }
  throw new RangeError('The demo has no more addresses.');
}

function toNumber(a: number, b: number, c: number, d: number): number {
  return ((a * 256 + b) * 256 + c) * 256 + d;
}

function formatV4(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
}

/** '' unless a text or number. */
export function readText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

/** Rows of one list, in the order of the service. */
export interface RowTable {
  readonly idField: string;
  count(): number;
  slice(offset: number, limit: number): JsonObject[];
  find(id: string): JsonObject | undefined;
  /** Appends a row and returns its ID; may generate missing fields. */
  add(fields?: JsonObject): string;
  /** Throws without the row. */
  update(id: string, fields: JsonObject): void;
  /** Throws without the row. */
  remove(id: string): void;
}

/**
 * Stores rows.
 *
 * @param onChange called before each change
 */
export function createRowTable(
  idField: string,
  initial: readonly JsonObject[],
  onChange: () => void = () => undefined,
): RowTable {
  const rows = new Map<string, JsonObject>(initial.map((row) => [readText(ownValue(row, idField)), row]));
  /** All rows as they were last read; undefined after a change. */
  let list: readonly JsonObject[] | undefined;
  const find = (id: string): JsonObject => {
    const row = rows.get(id);
    if (!row) throw new Error(`The demo lacks a row with ${idField} ${id}.`);
    return row;
  };
  const set = (id: string, row: JsonObject): void => {
    onChange();
    rows.set(id, row);
    list = undefined;
  };
  return {
    idField,
    count: () => rows.size,
    slice: (offset, limit) => (list ??= [...rows.values()]).slice(offset, offset + limit),
    find: (id) => rows.get(id),
    add(fields = {}) {
      const id = readText(ownValue(fields, idField)) || `${idField}-${rows.size + 1}`;
      set(id, { [idField]: id, ...fields });
      return id;
    },
    update(id, fields) {
      set(id, { ...find(id), ...fields });
    },
    remove(id) {
      find(id);
      onChange();
      rows.delete(id);
      list = undefined;
    },
  };
}
