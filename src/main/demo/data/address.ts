/** Hosts in one made-up subnet (a /29 without its first and last address). */
export const hostsPerSubnet = 6;

/** Networks that no real proxy has: documentation, benchmarking, then private. */
const networks = [
  { first: toNumber(203, 0, 113, 0), size: 256 },
  { first: toNumber(198, 51, 100, 0), size: 256 },
  { first: toNumber(192, 0, 2, 0), size: 256 },
  { first: toNumber(198, 18, 0, 0), size: 2 ** 17 },
  { first: toNumber(10, 0, 0, 0), size: 2 ** 24 },
] as const;

/** The addresses of a proxy, from its number; no two numbers share one. */
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
