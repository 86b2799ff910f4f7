/** Finds the values of a row in its bytes, for rows whose field names are known. */
export interface MemberCutter {
  /** Where each value begins and ends, after a `cut` that succeeded; in the order of the names. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Whether the row has these fields in this order and nothing beside them, not even white space. */
  cut(body: Uint8Array, start: number, end: number): boolean;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Builds a cutter. It finds where values end, and does not say that they are JSON:
 * whoever takes a value reads it with that in mind.
 */
export function createMemberCutter(names: readonly string[]): MemberCutter {
  const leads = names.map((name, member) =>
    Buffer.from(`${member === 0 ? '{' : ','}${JSON.stringify(name)}:`),
  );
  const leadBytes = Buffer.concat(leads);
  const leadEnds = Uint32Array.from(leads, (_, member) =>
    leads.slice(0, member + 1).reduce((length, lead) => length + lead.length, 0),
  );
  const starts = new Uint32Array(names.length);
  const ends = new Uint32Array(names.length);
  return {
    starts,
    ends,
    cut(body, start, end) {
      let at = start;
      let lead = 0;
      for (let member = 0; member < starts.length; member += 1) {
        const leadEnd = leadEnds[member] ?? 0;
        for (; lead < leadEnd; lead += 1, at += 1) {
          if (body[at] !== leadBytes[lead]) return false;
        }
        starts[member] = at;
        at = skipValue(body, at, end);
        ends[member] = at;
      }
      return at === end - 1 && body[at] === closeBrace;
    },
  };
}

/** The place behind the value that begins at `at`; `end` where it does not end before. */
function skipValue(body: Uint8Array, at: number, end: number): number {
  const first = body[at];
  if (first === quote) return skipText(body, at, end);
  if (first === openBrace || first === openBracket) return skipNested(body, at, end);
  let behind = at;
  while (behind < end && body[behind] !== comma && body[behind] !== closeBrace) behind += 1;
  return behind;
}

function skipText(body: Uint8Array, at: number, end: number): number {
  for (let inside = at + 1; inside < end; inside += 1) {
    const byte = body[inside];
    if (byte === quote) return inside + 1;
    if (byte === backslash) inside += 1;
  }
  return end;
}

function skipNested(body: Uint8Array, at: number, end: number): number {
  let depth = 0;
  let inside = at;
  while (inside < end) {
    const byte = body[inside];
    if (byte === quote) {
      inside = skipText(body, inside, end);
      continue;
    }
    inside += 1;
    if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 0) return inside;
    }
  }
  return end;
}
