import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { fail, type FailureError } from '../../shared/failure.ts';
import { escapeInvisible, jsonLines, stringifyJson } from '../../shared/json.ts';

const chunkCharacters = 64 * 1024;

/** More is not added. */
const maxUnreadBytes = 1024 * 1024;

export type Output = ReturnType<typeof createOutput>;

/** Results go to `stdout`, messages to `stderr`. A closed pipe (`| head`) is not a failure. */
export function createOutput(
  streams: { stdout: Writable; stderr: Writable & { isTTY?: boolean } },
  isJson: boolean,
  signal: AbortSignal,
) {
  const { stdout, stderr } = streams;
  let lost: NodeJS.ErrnoException | undefined;
  const onLost = (error: NodeJS.ErrnoException): void => {
    lost ??= error;
  };
  stdout.on('error', onLost);
  // Results and exit code matter more.
  stderr.on('error', () => undefined);
  let isProgressShown = false;
  const clearProgress = (): void => {
    if (isProgressShown) stderr.write('\r\x1b[K');
    isProgressShown = false;
  };
  const write = (text: string): boolean => {
    try {
      return lost !== undefined || stdout.write(text);
    } catch (error) {
      // A full disk throws here.
      onLost(error instanceof Error ? error : new Error(String(error)));
      return true;
    }
  };
  const writeChunk = async (text: string): Promise<void> => {
    const isTaken = write(text);
    // A fast reader would keep Ctrl+C from being handled.
    await (isTaken ? setImmediate() : once(stdout, 'drain', { signal }).catch(() => undefined));
    if (signal.aborted) throw fail('canceled', 'Canceled. The output is incomplete.');
  };
  const stream = async (items: Iterable<string>, asJsonArray: boolean): Promise<void> => {
    clearProgress();
    let pending = asJsonArray ? '[' : '';
    let separator = asJsonArray ? '\n' : '';
    for (const item of items) {
      pending += separator + (asJsonArray ? escapeInvisible(item) : item);
      separator = asJsonArray ? ',\n' : '\n';
      if (pending.length >= chunkCharacters) {
        await writeChunk(pending);
        pending = '';
      }
      if (lost) return;
    }
    if (asJsonArray) pending += '\n]\n';
    else if (separator !== '') pending += '\n';
    await writeChunk(pending);
  };
  return {
    isJson,
    /** For people; silent with `--json`. */
    line(text: string): void {
      if (isJson) return;
      clearProgress();
      write(`${withoutControls(text)}\n`);
    },
    /** Silent without `--json`. */
    json(value: unknown): void {
      if (isJson) write(`${escapeInvisible(stringifyJson(value, 2))}\n`);
    },
    /** The last member is a list, written as it is read. */
    async jsonWithList(head: object, name: string, items: Iterable<unknown>): Promise<void> {
      if (isJson) await stream(documentLines(head, name, items), false);
    },
    /** A JSON array, or lines. Failure `canceled` after Ctrl+C. */
    stream,
    /** Silent with `--json`. */
    async table(headings: readonly string[], rows: Iterable<readonly unknown[]>): Promise<void> {
      if (!isJson) await stream(tableLines(headings, rows), false);
    },
    message(text: string): void {
      // Unread messages must not fill the memory.
      if (stderr.writableLength > maxUnreadBytes) return;
      clearProgress();
      stderr.write(`${withoutControls(text)}\n`);
    },
    /** Only on a terminal. */
    progress(text: string): void {
      if (stderr.isTTY !== true) return;
      stderr.write(`\r\x1b[K${text}`);
      isProgressShown = true;
    },
    /** `disk-full` or `file-failed` for lost results; not for a closed pipe. */
    problem: () => (lost === undefined || lost.code === 'EPIPE' ? undefined : lostResults(lost)),
  };
}

function* documentLines(head: object, name: string, items: Iterable<unknown>) {
  yield `${escapeInvisible(stringifyJson(head, 2)).slice(0, -'\n}'.length)},`;
  yield `  ${stringifyJson(name)}: [`;
  for (const line of jsonLines(items)) yield `    ${line}`;
  yield '  ]\n}';
}

const lostResults = (cause: NodeJS.ErrnoException): FailureError =>
  cause.code === 'ENOSPC' || cause.code === 'EDQUOT'
    ? fail('disk-full', 'The disk is full, so the output is incomplete. Free some space and try again.', {
        cause,
      })
    : fail('file-failed', 'The results could not be written to standard output. Try again.', {
        cause,
      });

/** Draws a bar: `Proxies  [#####     ] 1,200 of 5,000`. */
export function formatProgress(label: string, done: number, expected: number | null): string {
  const figures = done.toLocaleString('en-US');
  if (expected === null || expected === 0) return `${label}  ${figures}`;
  const filled = Math.min(24, Math.round((24 * done) / expected));
  return `${label}  [${'#'.repeat(filled).padEnd(24)}] ${figures} of ${expected.toLocaleString('en-US')}`;
}

/** They decide the widths of columns. */
const measuredRows = 10_000;

/** Only some rows decide the widths. */
export function* tableLines(headings: readonly string[], rows: Iterable<readonly unknown[]>): Generator<string> {
  let measured: (readonly string[])[] = [headings];
  let widths: readonly number[] = [];
  const format = (cells: readonly string[]): string =>
    widths
      .map((width, column) => (cells[column] ?? '').padEnd(width))
      .join('  ')
      .trimEnd();
  function* flush(): Generator<string> {
    widths = headings.map((_heading, column) =>
      measured.reduce((width, row) => Math.max(width, (row[column] ?? '').length), 0),
    );
    yield* measured.map(format);
    measured = [];
  }
  for (const row of rows) {
    const cells = row.map(formatCell);
    if (widths.length > 0) yield format(cells);
    else if (measured.push(cells) > measuredRows) yield* flush();
  }
  if (widths.length === 0) yield* flush();
}

/** Refuses unexpected words. Failure `invalid-input`. */
export function refuseWords(words: readonly string[]): void {
  if (words.length > 0) throw fail('invalid-input', `Unexpected argument: "${words.join(' ')}".`);
}

/** Against escape sequences of the service. */
export const withoutControls = (text: string): string =>
  text.replace(/[^\P{Cc}\n]|[\u2028\u2029\p{Bidi_Control}]/gu, ' ');

/** Formats a value of the service; control and direction characters become spaces. */
export function formatCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : typeof value === 'string' ? value : stringifyJson(value);
  return text.replace(/[\p{Cc}\u2028\u2029\p{Bidi_Control}]/gu, ' ');
}
