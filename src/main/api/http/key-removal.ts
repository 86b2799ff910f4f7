import { percentEncode } from '../../../shared/exports/template.ts';

export type KeyRemoval = ReturnType<typeof createKeyRemoval>;

const placeholder = '[key]';
/** A shorter key can be part of any word. */
const shortestInBody = 8;
const shortestInMessage = 4;
const pieceLength = 8;

interface Spelling {
  readonly text: string;
  /** Characters of this spelling that encode a piece of the key. */
  readonly pieceLength: number;
}

/**
 * Removes the client's keys from responses.
 *
 * In bodies only complete keys, plain, JSON-escaped or percent-encoded: other values may begin alike. In messages also
 * pieces, base64, base64url and hexadecimal.
 */
export function createKeyRemoval(keys: readonly string[]) {
  // Longest first: a plain piece must not split an encoded one.
  const inMessages = spellAll(keys.filter((key) => key.length >= shortestInMessage));
  const inBodies = keys
    .filter((key) => key.length >= shortestInBody && /\D/.test(key))
    .flatMap(spellInJson)
    .map((text) => Buffer.from(text));
  return {
    /** Replaces complete keys by asterisks; returns the same buffer without any. */
    fromBody(body: Buffer): Buffer {
      const readable = unescapeAscii(body);
      let clean = readable;
      for (const key of inBodies) {
        for (let at = clean.indexOf(key); at >= 0; at = clean.indexOf(key, at + key.length)) {
          // The same length keeps the JSON valid.
          if (clean === readable) clean = Buffer.from(readable);
          clean.fill('*', at, at + key.length);
        }
      }
      return clean === readable ? body : clean;
    },
    /** Replaces keys, and 8 or more characters of beginning or end. */
    fromMessage: (text: string): string => inMessages.reduce(removePieces, text),
  };
}

/** Ways to write a key in JSON without `\u00` escapes, longest first. */
function spellInJson(key: string): string[] {
  const escape = (text: string): string => JSON.stringify(text).slice(1, -1);
  const encoded = percentEncode(key);
  const percentEncoded = [encodeURIComponent(key), encoded, encoded.replace(/%../g, toLowerCase)];
  const texts = [key, escape(key), ...percentEncoded].map(escape);
  const withSlashes = texts.map((text) => text.replaceAll('/', '\\/'));
  return [...new Set([...withSlashes, ...texts])].sort((a, b) => b.length - a.length);
}

/** Some services escape letters and digits needlessly. */
function unescapeAscii(body: Buffer): Buffer {
  if (!body.includes('\\u00')) return body;
  const text = body.toString('latin1');
  const readable = text.replace(/\\(?:u00([2-7][0-9a-fA-F])|.)/gs, (escaped, code: string | undefined) => {
    if (code === undefined) return escaped;
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return character === '"' || character === '\\' ? `\\${character}` : character;
  });
  return readable === text ? body : Buffer.from(readable, 'latin1');
}

const spellAll = (keys: readonly string[]): Spelling[] =>
  keys.flatMap(spell).sort((a, b) => b.text.length - a.text.length);

function spell(key: string): Spelling[] {
  const encoded = percentEncode(key);
  const hex = Buffer.from(key).toString('hex');
  const spellings: readonly (readonly [texts: readonly string[], pieceLength: number])[] = [
    [[key, JSON.stringify(key).slice(1, -1)], pieceLength],
    [[encodeURIComponent(key), encoded, encoded.replace(/%../g, toLowerCase)], pieceLength],
    [[0, 1, 2].flatMap((shift) => encodeBase64(key, shift)), Math.ceil((pieceLength * 4) / 3)],
    [[hex, hex.toUpperCase()], 2 * pieceLength],
  ];
  return spellings.flatMap(([texts, length]) => [...new Set(texts)].map((text) => ({ text, pieceLength: length })));
}

const toLowerCase = (text: string): string => text.toLowerCase();

/** Base64 depends on preceding bytes: takes the part that only the key decides. */
function encodeBase64(key: string, shift: number): string[] {
  const text = Buffer.concat([Buffer.alloc(shift), Buffer.from(key)]).toString('base64');
  const padding = text.indexOf('=');
  const own = text.slice(shift === 0 ? 0 : shift + 1, padding < 0 ? undefined : padding - 1);
  return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
}

function removePieces(text: string, { text: spelling, pieceLength: length }: Spelling): string {
  const least = Math.min(length, spelling.length);
  const beginning = spelling.slice(0, least);
  const end = spelling.slice(-least);
  const withoutBeginnings = replaceStretches(text, beginning, (at) => {
    let to = at + least;
    while (to - at < spelling.length && text[to] === spelling[to - at]) to += 1;
    return [at, to];
  });
  return replaceStretches(withoutBeginnings, end, (at) => {
    let from = at;
    const offset = spelling.length - least - at;
    while (from + offset > 0 && withoutBeginnings[from - 1] === spelling[from - 1 + offset]) {
      from -= 1;
    }
    return [from, at + least];
  });
}

/** Replaces the range that `extend` returns for each occurrence. */
function replaceStretches(
  text: string,
  needle: string,
  extend: (at: number) => readonly [from: number, to: number],
): string {
  let clean = '';
  let done = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, done)) {
    const [from, to] = extend(at);
    clean += text.slice(done, Math.max(from, done)) + placeholder;
    done = to;
  }
  return clean + text.slice(done);
}
