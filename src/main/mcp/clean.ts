import { isSecretText } from '../../shared/records/secret-field.ts';
import type { JsonObject, JsonValue } from '../../shared/json.ts';

export const mask = '••••••';
/** Most clients cut an answer after 25,000 tokens, of two characters or more. */
export const longestAnswer = 50_000;
/** Characters of one text, levels of an answer. */
export const longestText = 2_000;
const maxLevels = 16;

const cut = '…';

/**
 * Invisible to people, not to models: controls, formats, private use, noncharacters, blank letters and spaces can hide
 * text.
 */
const hidden =
  /[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Z}\u2800\u{1d159}]|\u{16fe4}/gu;
/** Keeps line breaks, which our examples have. */
const hiddenInOurs = new RegExp(`(?!\n)(?:${hidden.source})`, 'gu');

export type HoldsSecret = (text: string) => boolean;

/**
 * Cleans an answer for an agent: removes invisible characters, masks credentials, bounds lengths. Integers beyond a
 * double become text.
 *
 * @param value JSON; undefined fields are left out
 * @param options.isOurs trusts every text
 * @param options.holdsSecret whether a text contains a cached secret
 * @returns also whether anything was cut
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
      // Prices: 1.14, not 1.1400000000000001.
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

/** Cleans one text; a cut one is longer than `longest` by the sign at its end. */
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
