/** A shorter secret can be part of any word. */
const shortestSecret = 4;
/** A shorter one, and one of digits alone, is only looked for as a word of its own. */
const shortestInside = 8;
/** The beginning of a longer secret is enough to recognize it. */
const maxEncodedBytes = 300;

/**
 * Finds secrets in texts of any kind, however many secrets there are: as they are, with JSON escapes, percent-encoded, and in
 * base64 or base64url, also as a part of what was encoded.
 *
 * @returns whether a text contains one of them
 */
export function createSecretFinder(secrets: Iterable<string>): (text: string) => boolean {
  /** By their first characters, with whether it may be inside of a word. */
  const byStart = new Map<string, { readonly spelling: string; readonly isInside: boolean }[]>();
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    const spellings = [secret, JSON.stringify(secret).slice(1, -1), encode(secret)];
    // A header or a link has it in base64, after a name of any length.
    if (secret.length >= shortestInside) spellings.push(...encodeBase64(secret));
    for (const spelling of new Set(spellings)) {
      const isInside = secret.length >= shortestInside && /\D/.test(spelling);
      const start = spelling.slice(0, shortestSecret);
      const others = byStart.get(start) ?? [];
      others.push({ spelling, isInside });
      byStart.set(start, others);
    }
  }
  return (text) => {
    for (let at = 0; at + shortestSecret <= text.length; at += 1) {
      for (const { spelling, isInside } of byStart.get(text.slice(at, at + shortestSecret)) ?? []) {
        if (!text.startsWith(spelling, at)) continue;
        if (isInside || !(isWord.test(text.charAt(at - 1)) || isWord.test(text.charAt(at + spelling.length))))
          return true;
      }
    }
    return false;
  };
}

const isWord = /[\p{L}\p{N}]/u;

/** A text of lone surrogates has no form in a URL. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

const encoder = new TextEncoder();

/** A text in base64 and base64url, as it is after any others, without the first and last letters, which depend on them. */
function encodeBase64(text: string): string[] {
  const bytes = String.fromCharCode(...encoder.encode(text).subarray(0, maxEncodedBytes));
  return [0, 1, 2].flatMap((before) => {
    const bits = 8 * (before + bytes.length);
    const own = btoa('\0'.repeat(before) + bytes).slice(Math.ceil((8 * before) / 6), Math.floor(bits / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
