/** A shorter secret can be part of any word. */
const shortestSecret = 4;
/** A shorter one, and one of digits alone, is only looked for as a word of its own. */
const shortestInside = 8;

/**
 * Finds secrets in texts of any kind, however many secrets there are: as they are, with JSON escapes, and percent-encoded.
 *
 * @returns whether a text contains one of them
 */
export function createSecretFinder(secrets: Iterable<string>): (text: string) => boolean {
  /** By their first characters, with whether it may be inside of a word. */
  const byStart = new Map<string, { readonly spelling: string; readonly isInside: boolean }[]>();
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    const isInside = secret.length >= shortestInside && /\D/.test(secret);
    for (const spelling of new Set([secret, JSON.stringify(secret).slice(1, -1), encode(secret)])) {
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
