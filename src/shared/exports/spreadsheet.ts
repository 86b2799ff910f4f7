/** Signs that begin a formula, full-width ones as well; spreadsheets take an apostrophe in front away. */
const formula = /(?:^|[;|\t])\s*[-'=+@＝＋－＠]/u;
/** A number, a date, a time, a share, an amount, a complex number. */
const numeric = /^[\s\p{N}\p{Sc}.,:/%eE()+-]+(?:[ap]m?|[ij])?$/iu;
/** A month next to a number; in other languages than English with a space between. */
const month =
  /^[-\s\p{N}.,/]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-\s\p{N}.,:/]*$/iu;
const otherMonth =
  /^(?:\p{N}{1,4}\.?\s+\p{L}{3,10}\.?(?:\s+\p{N}{1,4})?|\p{L}{3,10}\.?\s+\p{N}{1,4})$/u;
const word =
  /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|vero|inf|infinity|nan|#(?:n\/a|null!|div\/0!|value!|ref!|name\?|num!))$/i;

/**
 * Whether a spreadsheet takes a text for something other than text, as seen in Gnumeric and as
 * others describe theirs; also if it splits lines at semicolons, bars or tabs. In linear time.
 */
export function isCalculated(text: string): boolean {
  const trimmed = text.trim();
  return (
    formula.test(text) ||
    (numeric.test(trimmed) && /\p{N}/u.test(trimmed)) ||
    month.test(trimmed) ||
    otherMonth.test(trimmed) ||
    word.test(trimmed)
  );
}
