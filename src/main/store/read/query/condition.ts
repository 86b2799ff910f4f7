import type { QueryValue } from '../../../../shared/filter/query-term.ts';
import type { SqlValue } from '../../sqlite/connection.ts';
import { fold, foldedFor, isAscii } from '../../sqlite/sql-functions.ts';

export interface Condition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
  /** The parts of an OR: each has its own mask. */
  readonly anyOf?: readonly Condition[];
  readonly opposite?: Condition;
  /** The word that a proxy must contain, if that is all (`WordTexts`). */
  readonly word?: string;
}

/** The SQL of a filter key. */
export interface Matcher {
  /** For one value, never `*` or an empty text. */
  readonly match: (value: QueryValue) => Condition;
  readonly any: Condition;
  /** Puts conditions on another table's row into one on the list's row. */
  readonly scope?: { readonly open: string; readonly close: string };
}

/** Joins conditions by OR. */
export function either(conditions: readonly Condition[]): Condition {
  return {
    sql: joinBalanced(
      conditions.map(({ sql }) => sql),
      'OR',
    ),
    params: conditions.flatMap(({ params }) => params),
    anyOf: conditions,
  };
}

/** Joins in halves: SQLite refuses a chain of a thousand. */
export function joinBalanced(parts: readonly string[], operator: 'AND' | 'OR'): string {
  if (parts.length <= 2) {
    return parts.length === 1 ? parts.join('') : `(${parts.join(` ${operator} `)})`;
  }
  const middle = parts.length >>> 1;
  const [left, right] = [parts.slice(0, middle), parts.slice(middle)];
  return `(${joinBalanced(left, operator)} ${operator} ${joinBalanced(right, operator)})`;
}

/** True if the condition is false or unknown. */
export function not(opposite: Condition): Condition {
  return { sql: `(${opposite.sql}) IS NOT TRUE`, params: opposite.params, opposite };
}

/** True if one of them has a text. */
export function anyOf(expressions: readonly string[]): Condition {
  return either(
    expressions.map((expression) => ({
      sql: `(${expression} IS NOT NULL AND ${expression} <> '')`,
      params: [],
    })),
  );
}

/** The parser compares numbers and datetimes only. */
export function textOf(value: QueryValue): string {
  if (value.kind === 'text') return value.text;
  throw new Error('A comparison where only a text can be.');
}

/** Codes exactly, names exactly or from the start of a word; ignores case. */
export function matchCode(codes: readonly string[], names: readonly string[] = []): Matcher {
  return {
    any: anyOf(codes),
    match(value) {
      const text = fold(textOf(value));
      const exact = codes.map((code) => isExactly(code, text));
      // Two letters are a code: US is not in RUSSIA.
      if (text.length < 3 && !isWhole(value)) return either(exact);
      const named = names.map((name) => (isWhole(value) ? isExactly(name, text) : beginsWord(name, text)));
      return either([...exact, ...named]);
    },
  };
}

const isWhole = (value: QueryValue): boolean => value.kind === 'text' && value.isExact === true;

/** NOCASE knows ASCII only, but can use an index. */
const isExactly = (expression: string, text: string): Condition => ({
  sql: isAscii(text) ? `${expression} = ? COLLATE NOCASE` : `fold(${expression}) = ?`,
  params: [text],
});

function beginsWord(name: string, text: string): Condition {
  return { sql: `instr(' ' || ${foldedFor(name, text)}, ?) > 0`, params: [` ${text}`] };
}

/** An ID as received, in lower or in upper case. */
export function matchId(column: string): Matcher {
  return {
    any: { sql: 'TRUE', params: [] },
    match(value) {
      const text = textOf(value);
      return {
        sql: `${column} IN (?, ?, ?)`,
        params: [text, text.toLowerCase(), text.toUpperCase()],
      };
    },
  };
}

/** A word anywhere in one of the columns, ignoring case. */
export function isPartOf(columns: readonly string[], word: string): Condition {
  const params = [fold(word)];
  return either(columns.map((column) => ({ sql: `instr(fold(${column}), ?) > 0`, params })));
}

/** Compares the rows of another table; `open` begins the subquery. */
export const within = (matcher: Matcher, open: string): Matcher => ({
  ...matcher,
  scope: { open: `${open} WHERE `, close: ')' },
});

/** Part of a name, or all with `=`; IDs exactly; ignores case. */
export function matchName(names: readonly string[], ids: readonly string[] = []): Matcher {
  return {
    any: anyOf([...names, ...ids]),
    match(value) {
      const text = fold(textOf(value));
      return either([
        ...ids.map((id) => isExactly(id, text)),
        ...names.map((name) =>
          isWhole(value) ? isExactly(name, text) : { sql: `instr(${foldedFor(name, text)}, ?) > 0`, params: [text] },
        ),
      ]);
    },
  };
}

/** Whole words of a text in lower case, or all of it with `=`. */
export function matchWords(expression: string): Matcher {
  return {
    any: anyOf([expression]),
    match(value) {
      const text = fold(textOf(value));
      if (isWhole(value)) return isExactly(expression, text);
      return { sql: `instr(' ' || ${expression} || ' ', ?) > 0`, params: [` ${text} `] };
    },
  };
}

/** One of a few values, stored in lower case. */
export function matchChoice(expression: string): Matcher {
  return {
    any: { sql: `${expression} IS NOT NULL`, params: [] },
    match: (value) => ({ sql: `${expression} = ?`, params: [fold(textOf(value))] }),
  };
}

export function matchFlag(expression: string): Matcher {
  return {
    any: { sql: `${expression} IS NOT NULL`, params: [] },
    match: (value) => ({
      sql: `${expression} = ?`,
      params: [Number(/^(yes|true|1)$/i.test(textOf(value)))],
    }),
  };
}

export function matchNumber(expression: string): Matcher {
  return {
    any: { sql: `${expression} IS NOT NULL`, params: [] },
    match(value) {
      switch (value.kind) {
        case 'text':
          return { sql: `${expression} = ?`, params: [Number(value.text)] };
        case 'above':
        case 'below': {
          const sign = (value.kind === 'above' ? '>' : '<') + (value.isInclusive ? '=' : '');
          return { sql: `${expression} ${sign} ?`, params: [Number(value.bound)] };
        }
        case 'range':
          return {
            sql: `${expression} BETWEEN ? AND ?`,
            params: [Number(value.from), Number(value.to)],
          };
      }
    },
  };
}

/** Sorts after everything that begins with the preceding text. */
export const behindAll = '\u{10ffff}';

/** Without a zone. A shorter value means all that begins with it: "after" 2026-10 is November. */
export function matchDatetime(expression: string): Matcher {
  const read = (text: string): string => text.replace('T', ' ');
  const between = (from: string, to: string): Condition => ({
    sql: `${expression} BETWEEN ? AND ?`,
    params: [read(from), read(to) + behindAll],
  });
  return {
    any: anyOf([expression]),
    match(value) {
      switch (value.kind) {
        case 'text':
          return between(value.text, value.text);
        case 'range':
          return between(value.from, value.to);
        case 'above':
          return value.isInclusive
            ? { sql: `${expression} >= ?`, params: [read(value.bound)] }
            : { sql: `${expression} > ?`, params: [read(value.bound) + behindAll] };
        case 'below':
          return value.isInclusive
            ? { sql: `${expression} <= ?`, params: [read(value.bound) + behindAll] }
            : { sql: `${expression} < ?`, params: [read(value.bound)] };
      }
    },
  };
}
