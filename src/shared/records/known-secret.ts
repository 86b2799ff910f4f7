/** Shorter secrets can be part of any word. */
const shortestSecret = 4;
/** Shorter ones, and digits, only count as words. */
const shortestInside = 8;
/** Enough to recognize a longer secret. */
const maxEncodedBytes = 300;

/**
 * Finds many secrets in texts: plain, JSON-escaped, percent-encoded, or within base64 or base64url.
 *
 * @returns whether a text contains one
 */
export function createSecretFinder(secrets: Iterable<string>): (text: string) => boolean {
  /** By first characters; `isInside`: within words. */
  const byStart = new Map<string, { readonly spelling: string; readonly isInside: boolean }[]>();
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    const spellings = [secret, JSON.stringify(secret).slice(1, -1), encode(secret)];
    // Headers and links have it after a name.
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

/** Lone surrogates have no form in a URL. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

const encoder = new TextEncoder();

/** Base64 of a text after any other, without the letters that depend on that. */
function encodeBase64(text: string): string[] {
  const bytes = String.fromCharCode(...encoder.encode(text).subarray(0, maxEncodedBytes));
  return [0, 1, 2].flatMap((before) => {
    const bits = 8 * (before + bytes.length);
    const own = btoa('\0'.repeat(before) + bytes).slice(Math.ceil((8 * before) / 6), Math.floor(bits / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
