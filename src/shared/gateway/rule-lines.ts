/**
 * The lines of a gateway rule: an ordered list that says which targets go where. The first line that takes a target decides, and what
 * no line takes is refused. A rule without lines sends everything through its own proxies.
 */
import { fail } from '../failure.ts';
import {
  coveringKeys,
  coverKey,
  covers,
  readTargetPattern,
  takesTarget,
  toCompared,
  type TargetPattern,
} from './target-pattern.ts';

/** How lines name the proxies of their own rule. No rule can have this name. */
export const thisRule = 'this rule';

/** Where a line sends its targets: names of rules, tried in order; directly, without a proxy; or nowhere. */
export type LineWay = readonly string[] | 'direct' | 'block';

export interface Line {
  /** As `readTargetPattern` writes them. */
  readonly targets: readonly string[];
  /** Statuses of responses to plain HTTP after which another proxy is tried, once. */
  readonly statuses: readonly number[];
  readonly way: LineWay;
}

interface Problem {
  readonly problem: string;
}

/** The longest text of all lines of a rule, in characters, as given and as saved. */
export const longestLines = 200_000;
const maxLines = 1000;
const [leastStatus, mostStatus] = [300, 599];

/** The values of lines, in words that follow "takes". */
export const lineForm =
  'one line for each kind of target, such as "*.example.com -> us-isp, this rule", "cdn.example.com -> direct", "*.ads.example -> block" or "shop.example.com on 403, 429 -> this rule"';

/**
 * Reads one line: `TARGET, ... [on STATUS, ...] -> RULE, ... | direct | block`.
 *
 * @returns a sentence about what is wrong, if it is not a line
 */
export function readLine(text: string): Line | Problem {
  const [left = '', right, ...rest] = text.split(/->|→/);
  if (right === undefined || rest.length > 0) return { problem: `Write targets, "->" and where they go: ${lineForm}.` };
  const [, written = '', on, numbers = ''] = /^(.*?)(?:\s(on)([\d,\s]*))?$/s.exec(left.trimEnd()) ?? [];
  const targets: string[] = [];
  for (const each of splitList(written)) {
    const pattern = readTargetPattern(each);
    if ('problem' in pattern) return pattern;
    targets.push(pattern.text);
  }
  if (targets.length === 0) return { problem: 'A line needs a target, such as *.example.com, or * for everything.' };
  const statuses = readStatuses(numbers);
  if ('problem' in statuses) return statuses;
  if (on !== undefined && statuses.length === 0) return { problem: 'Write statuses after "on", such as 403, 429.' };
  const way = readWay(right);
  if (typeof way === 'object' && 'problem' in way) return way;
  if (statuses.length > 0 && typeof way === 'string') {
    return { problem: `Another proxy can only be tried by a line with rules, not by "${way}".` };
  }
  return { targets: unique(targets), statuses, way };
}

/**
 * Reads statuses such as `403, 429`.
 *
 * @returns a sentence about what is wrong, if one is not a status
 */
export function readStatuses(text: string): readonly number[] | Problem {
  const numbers = splitList(text);
  const isStatus = (written: string): boolean =>
    /^\d+$/.test(written) && Number(written) >= leastStatus && Number(written) <= mostStatus;
  if (numbers.every(isStatus)) return unique(numbers.map(Number));
  return { problem: `A status is a number from ${String(leastStatus)} to ${String(mostStatus)}.` };
}

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
const unique = <T>(items: readonly T[]): readonly T[] => [...new Set(items)];

function readWay(text: string): LineWay | Problem {
  const names = unique(splitList(text).map(toWord));
  if (names.length === 0)
    return { problem: `Write where the targets go: names of rules, "${thisRule}", direct or block.` };
  const alone = names.find((name) => name === 'direct' || name === 'block');
  if (alone === undefined) return names;
  return names.length === 1 ? alone : { problem: `"${alone}" stands alone: nothing is tried before or after it.` };
}

const findWord = (name: string): string | undefined =>
  [thisRule, 'direct', 'block'].find((word) => word === name.toLowerCase());

/** A name as it is written, or one of the words of lines. */
function toWord(text: string): string {
  const name = text.replace(/\s+/g, ' ');
  return findWord(name) ?? name;
}

/** Whether a name means something else than a rule in lines. */
export const isWordOfLines = (name: string): boolean => findWord(name) !== undefined;

/** Writes a line as `readLine` reads it. */
export function writeLine({ targets, statuses, way }: Line): string {
  const on = statuses.length === 0 ? '' : ` on ${statuses.join(', ')}`;
  return `${targets.join(', ')}${on} -> ${typeof way === 'string' ? way : way.join(', ')}`;
}

/**
 * Reads the lines of a rule, one in each line of the text, or separated by semicolons.
 *
 * @returns a sentence about the first line that is wrong, with its number
 */
export function readLines(text: string): readonly Line[] | Problem {
  const tooLong = { problem: `Lines have ${String(longestLines)} characters at most.` };
  if (text.length > longestLines) return tooLong;
  const lines: Line[] = [];
  for (const each of text.split(/[\n;]/)) {
    if (each.trim() === '') continue;
    const line = readLine(each);
    if ('problem' in line) return { problem: `Line ${String(lines.length + 1)}: ${line.problem}` };
    lines.push(line);
  }
  if (lines.length > maxLines) return { problem: `A rule has ${String(maxLines)} lines at most.` };
  // What cannot be read again must not be saved. Encoded names and added spaces make lines longer.
  return writeLines(lines).length > longestLines ? tooLong : lines;
}

/** Writes the lines of a rule as `readLines` reads them. */
export const writeLines = (lines: readonly Line[]): string => lines.map(writeLine).join('\n');

/** The lines of a saved rule; text that cannot be read takes nothing, so that everything is refused. */
export function linesOf(text: string): readonly Line[] {
  const lines = readLines(text);
  return 'problem' in lines ? [{ targets: ['*'], statuses: [], way: 'block' }] : lines;
}

/** Lines that are ready to take targets. */
export type Lines = ReturnType<typeof compileLines>;

/** Prepares lines: taking a target needs one pass over them. */
export function compileLines(lines: readonly Line[]) {
  const compiled = lines.map((line) => ({ line, patterns: patternsOf(line) }));
  return {
    lines,
    texts: lines.map(writeLine),
    /**
     * Finds the index of the first line that takes a target; -1: none does.
     *
     * @param host as URLs have it, without brackets
     */
    find(host: string, port: number): number {
      const target = toCompared(host, port);
      return compiled.findIndex(({ patterns }) => patterns.some((pattern) => takesTarget(pattern, target)));
    },
  };
}

const patternsOf = ({ targets }: Pick<Line, 'targets'>): readonly TargetPattern[] =>
  targets.map(readTargetPattern).flatMap((pattern) => ('problem' in pattern ? [] : [pattern]));

/**
 * Finds lines that never take a target because earlier lines take all of theirs.
 *
 * @returns for each line the index of the line above which it would work; null: it works where it is
 */
export function findUnreached(lines: readonly Line[]): readonly (number | null)[] {
  /** Of the lines before, by the key of the pattern: of thousands, only a few can cover another one. */
  const earlier = new Map<string, { readonly pattern: TargetPattern; readonly at: number }[]>();
  return lines.map((line, at) => {
    const own = patternsOf(line);
    const before = own.map((pattern) =>
      coveringKeys(pattern).reduce((least, key) => {
        const found = earlier.get(key)?.find((one) => covers(one.pattern, pattern));
        return Math.min(least, found?.at ?? Infinity);
      }, Infinity),
    );
    for (const pattern of own) {
      const key = coverKey(pattern);
      const sameKey = earlier.get(key);
      if (sameKey) sameKey.push({ pattern, at });
      else earlier.set(key, [{ pattern, at }]);
    }
    return before.length === 0 || before.includes(Infinity) ? null : Math.min(...before);
  });
}

/**
 * Adds a line where it has an effect: before the lines at the end that take everything. The first line of a rule is followed by one
 * that sends everything else where it went before.
 */
export function addLine(lines: readonly Line[], line: Line): readonly Line[] {
  const takesAll = ({ targets }: Line): boolean => targets.includes('*');
  if (lines.length === 0) {
    return takesAll(line) ? [line] : [line, { targets: ['*'], statuses: [], way: [thisRule] }];
  }
  const at = lines.findLastIndex((one) => !takesAll(one)) + 1;
  return lines.toSpliced(at, 0, line);
}

/** Adds a line above all others, so that it decides for its targets. The first line of a rule is followed as by `addLine`. */
export const addFirstLine = (lines: readonly Line[], line: Line): readonly Line[] =>
  lines.length === 0 ? addLine(lines, line) : [line, ...lines];

/** Moves a line; the others keep their order. */
export function moveLine(lines: readonly Line[], from: number, to: number): readonly Line[] {
  const line = lines[from];
  return line === undefined ? lines : lines.toSpliced(from, 1).toSpliced(to, 0, line);
}

/**
 * Finds a line in lines that others may have changed since it was shown.
 *
 * @param shownAt its index when it was shown, which decides between equal lines
 * @throws FailureError `invalid-input` if it was changed or removed
 */
export function placeOfLine(lines: readonly Line[], line: Line, shownAt: number): number {
  const text = writeLine(line);
  const places = lines.flatMap((one, at) => (writeLine(one) === text ? [at] : []));
  const [place] = places.includes(shownAt) ? [shownAt] : places;
  if (place !== undefined) return place;
  throw fail('invalid-input', 'This line was changed or removed meanwhile. Nothing was changed.');
}

/** The names of other rules that lines send targets to, without repetition. */
export const rulesOfLines = (lines: readonly Line[]): readonly string[] =>
  unique(lines.flatMap(({ way }) => (typeof way === 'string' ? [] : way))).filter((name) => name !== thisRule);
