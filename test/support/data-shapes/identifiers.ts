import { Draw } from '../../../src/main/demo/data/draw.ts';
import type { DataShape } from './shapes.ts';

/** The ID of the proxy at a position, unique within an account. */
export function proxyIdOf(shape: DataShape, index: number, seed: number): string {
  switch (shape) {
    case 'sequential-uuids':
      return `00000000-0000-4000-8000-${hex(index + 1, 12)}`;
    case 'host-uuids':
      return timeUuid(index, seed);
    case 'text-ids':
      return `px_${index.toString(36)}_${new Draw(seed, 1, index).text(8)}`;
    default:
      return randomUuid(index, seed);
  }
}

/** Random but for its last group, which holds the index, so that no two are the same. */
function randomUuid(index: number, seed: number): string {
  const draw = new Draw(seed, 1, index);
  const [one, two, three] = [draw.hex(), draw.hex(), draw.hex()];
  return `${one}-${two.slice(0, 4)}-4${two.slice(5)}-a${three.slice(1, 4)}-${three.slice(4)}${hex(index, 8)}`;
}

/** What MySQL's `UUID()` returns: a rising time of 100 ns steps, whose low bits come first, and one host. */
function timeUuid(index: number, seed: number): string {
  const jitter = BigInt(new Draw(seed, 1, index).integer(0, 99));
  const time = 0x1f0_5c3a_9e40_0000n + BigInt(index) * 400n + jitter;
  const text = time.toString(16).padStart(15, '0');
  return `${text.slice(7)}-${text.slice(3, 7)}-1${text.slice(0, 3)}-9c1e-0242ac120002`;
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
