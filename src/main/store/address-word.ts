import type { Connection } from './connection.ts';

/** Addresses from one number to another, both included. */
export type AddressRange = readonly [first: number, last: number];

/** More blocks than these take longer to walk than the addresses themselves. */
const maxBlocks = 20_000;
/** Beyond this many addresses a look at every proxy finds enough of them soon. */
const maxAddresses = 50_000;

/** The blocks of 256 addresses that are not empty, one look into the index each. */
const readBlocks = `WITH RECURSIVE block (number) AS (
    SELECT min(proxy_ip_address) >> 8 FROM proxy WHERE proxy_ip_address < ''
    UNION ALL
    SELECT (SELECT min(proxy_ip_address) >> 8 FROM proxy
            WHERE proxy_ip_address >= ((block.number + 1) << 8) AND proxy_ip_address < '')
    FROM block WHERE block.number IS NOT NULL
    LIMIT ${String(maxBlocks + 2)}
  ) SELECT number FROM block WHERE number IS NOT NULL`;

/**
 * Where the IPv4 addresses are that hold a text with a point in it, such as `113.7`.
 * Undefined where that is more than is quick to look up.
 */
export function findAddressRanges(
  connection: Connection,
  text: string,
): readonly AddressRange[] | undefined {
  const blocks = connection.all(readBlocks).map(([number]) => Number(number));
  if (blocks.length > maxBlocks) return undefined;
  const ranges = blocks.flatMap((block) => rangesIn(block, text));
  const count = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return count > maxAddresses ? undefined : ranges;
}

/** The point of the text ends one of the first three octets: what is behind the last begins the fourth. */
function rangesIn(block: number, text: string): AddressRange[] {
  const front = `${String(block >> 16)}.${String((block >> 8) & 255)}.${String(block & 255)}.`;
  const first = block * 256;
  if (front.includes(text)) return [[first, first + 255]];
  const behind = text.slice(text.lastIndexOf('.') + 1);
  if (!front.endsWith(text.slice(0, text.length - behind.length))) return [];
  const ranges: AddressRange[] = [];
  for (let octet = 0; octet < 256; octet += 1) {
    if (String(octet).startsWith(behind)) ranges.push([first + octet, first + octet]);
  }
  return ranges;
}
