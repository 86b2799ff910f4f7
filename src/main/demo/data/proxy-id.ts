import { Draw, shapeUuid } from './draw.ts';

/** Odd, so that multiplication by it can be undone modulo 2^32. */
const factor = 0x9e3779b1;
const inverse = invert(factor);

/** The UUID of a proxy, from its number. */
export function formatProxyId(index: number, seed: number): string {
  const head = Math.imul(index + seed, factor) >>> 0;
  const draw = new Draw(seed, 2, index);
  return shapeUuid(head.toString(16).padStart(8, '0') + draw.hex() + draw.hex() + draw.hex());
}

/** The number whose UUID this is; undefined for any other text. */
export function parseProxyId(id: string, seed: number): number | undefined {
  if (!/^[0-9a-f]{8}-/.test(id)) return undefined;
  const index = (Math.imul(parseInt(id.slice(0, 8), 16), inverse) - seed) >>> 0;
  return formatProxyId(index, seed) === id ? index : undefined;
}

/** Newton's method: each step doubles the bits that are right. */
function invert(value: number): number {
  let result = value;
  for (let step = 0; step < 5; step += 1) {
    result = Math.imul(result, 2 - Math.imul(value, result));
  }
  return result;
}
