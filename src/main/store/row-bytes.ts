/** Where the values of one row stand, in the order of the names. */
export interface RowCut {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** 1 where a value has the same bytes as in the row that was cut before. */
  readonly repeats: Uint8Array;
}

/** Finds the values of a row in its bytes, for rows whose field names are known. */
export interface MemberCutter {
  /**
   * The values of a row that has these fields in this order and nothing beside them, not even
   * white space; undefined for any other. What it gives is good until the cut after the next.
   */
  cut(body: Uint8Array, start: number, end: number): RowCut | undefined;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Builds a cutter. It finds where values end, and does not say that they are JSON:
 * whoever takes a value reads it with that in mind. Rows of one body are compared with
 * the one before: to see that a value repeats is quicker than to look for its end.
 */
export function createMemberCutter(names: readonly string[]): MemberCutter {
  const leads = names.map((name, member) =>
    Buffer.from(`${member === 0 ? '{' : ','}${JSON.stringify(name)}:`),
  );
  const leadBytes = Buffer.concat(leads);
  const leadEnds = Uint32Array.from(leads, (_, member) =>
    leads.slice(0, member + 1).reduce((length, lead) => length + lead.length, 0),
  );
  let before = makeCut(names.length);
  let now = makeCut(names.length);
  let bodyBefore: Uint8Array | undefined;
  return {
    cut(body, start, end) {
      const hasBefore = bodyBefore === body;
      let at = start;
      let lead = 0;
      for (let member = 0; member < names.length; member += 1) {
        const leadEnd = leadEnds[member] ?? 0;
        for (; lead < leadEnd; lead += 1, at += 1) {
          if (body[at] !== leadBytes[lead]) return undefined;
        }
        now.starts[member] = at;
        const length = hasBefore
          ? lengthOfRepeated(body, at, before.starts[member] ?? 0, before.ends[member] ?? 0)
          : 0;
        now.repeats[member] = length > 0 ? 1 : 0;
        at = length > 0 ? at + length : skipValue(body, at, end);
        now.ends[member] = at;
      }
      if (at !== end - 1 || body[at] !== closeBrace) return undefined;
      [before, now] = [now, before];
      bodyBefore = body;
      return before;
    },
  };
}

function makeCut(length: number): RowCut {
  const [starts, ends] = [new Uint32Array(length), new Uint32Array(length)];
  return { starts, ends, repeats: new Uint8Array(length) };
}

/** The length of the value at `at` where it is that of `start` to `end`; else 0. */
function lengthOfRepeated(body: Uint8Array, at: number, start: number, end: number): number {
  const length = end - start;
  for (let index = 0; index < length; index += 1) {
    if (body[at + index] !== body[start + index]) return 0;
  }
  // A number may begin like another.
  const next = body[at + length];
  return next === comma || next === closeBrace ? length : 0;
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
