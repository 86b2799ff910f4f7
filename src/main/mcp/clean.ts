import { isSecretText } from '../../shared/records/secret-field.ts';
import type { JsonObject, JsonValue } from '../../shared/json.ts';

/** Written in place of a text that looks like credentials. */
export const mask = '••••••';
/** Most clients cut an answer after 25,000 tokens; a token is two characters of an ID, and more of words. */
export const longestAnswer = 50_000;
/** Most characters of one text, and most levels of an answer. */
export const longestText = 2_000;
const maxLevels = 16;

const cut = '…';

/**
 * What a person does not see but a model reads: controls, formats, private use, what a font ignores (variation selectors,
 * fillers), noncharacters, and letters that are blank. Each can carry a hidden text, and so can the kinds of spaces.
 */
const hidden =
  /[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Z}\u2800\u{1d159}]|\u{16fe4}/gu;
/** The same, but lines of our own stay: an example of curl ends each with a backslash. */
const hiddenInOurs = new RegExp(`(?!\n)(?:${hidden.source})`, 'gu');

/** Whether a text contains a secret that the cache knows. */
export type HoldsSecret = (text: string) => boolean;

/**
 * An answer as an agent may get it: text is data from the service or the user, so it loses what a person cannot see,
 * credentials are masked, and lengths are bounded. Integers that a double cannot represent become text.
 *
 * @param value JSON, of which a field may be undefined and is then left out
 * @param options.isOurs every text is ours, such as an example of a format, or the address of a rule that the user shared
 * @param options.holdsSecret whether a text contains a secret that the cache knows
 * @returns the answer, and whether something was left out because it is too long
 */
export function cleanAnswer(
  value: object,
  {
    isOurs = false,
    holdsSecret,
  }: { readonly isOurs?: boolean | undefined; readonly holdsSecret?: HoldsSecret | undefined } = {},
): { readonly answer: JsonObject; readonly isCut: boolean } {
  let left = longestAnswer;
  let isCut = false;
  const take = (text: string, longest = longestText): string => {
    const end = Math.min(longest, Math.max(left, 0));
    const shown = cleanText(text, { isOurs, holdsSecret, longest: end });
    if (shown.length > end) isCut = true;
    left -= shown.length + 2;
    return shown;
  };
  const clean = (item: unknown, level: number): JsonValue => {
    if (typeof item === 'string') return take(item);
    if (typeof item === 'bigint') return String(item);
    if (typeof item !== 'object' || item === null) {
      left -= 4;
      // A price per proxy is 1.14, not 1.1400000000000001.
      if (typeof item === 'number') {
        return Number.isInteger(item) ? item : Number(item.toPrecision(15));
      }
      return typeof item === 'boolean' ? item : null;
    }
    if (level > maxLevels) {
      isCut = true;
      return cut;
    }
    if (!Array.isArray(item)) return cleanObject(item, level);
    return item.flatMap((one: unknown) => {
      if (left > 0) return [clean(one, level + 1)];
      isCut = true;
      return [];
    });
  };
  const cleanObject = (item: object, level: number): JsonObject =>
    Object.fromEntries(
      Object.entries(item).flatMap(([name, field]: [string, unknown]) =>
        field === undefined ? [] : [[take(name, 200), clean(field, level + 1)]],
      ),
    );
  return { answer: cleanObject(value, 0), isCut };
}

/** A text as an agent may get it; one that was cut is longer than `longest` by the sign at its end. */
export function cleanText(
  text: string,
  {
    isOurs = false,
    holdsSecret = () => false,
    longest = longestText,
  }: {
    readonly isOurs?: boolean;
    readonly holdsSecret?: HoldsSecret | undefined;
    readonly longest?: number;
  } = {},
): string {
  if (holdsSecret(text) || (!isOurs && isSecretText(text))) return mask;
  const shown = text.toWellFormed().replace(isOurs ? hiddenInOurs : hidden, ' ');
  return shown.length <= longest ? shown : shown.slice(0, longest).toWellFormed() + cut;
}
