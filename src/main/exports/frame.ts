import type { ExportFormat } from './format.ts';

/** Adds the head, separators and foot of a document to its rows; buffers one row. */
export function* frameRows(rows: Iterable<string>, format: ExportFormat): Generator<string> {
  const { head, separator, foot } = format.frame ?? { head: [], separator: '', foot: [] };
  yield* head;
  let last: string | undefined;
  for (const row of rows) {
    if (last !== undefined) yield last + separator;
    last = row;
  }
  if (last !== undefined) yield last;
  yield* foot;
}

/**
 * Splits rows into runs of at most `size`; without rows there is one empty run. Each run
 * must be read before the next one is requested.
 */
export function* cutRows(rows: Iterator<string>, size: number): Generator<Iterable<string>> {
  let next = rows.next();
  function* run(): Generator<string> {
    for (let count = 0; count < size && next.done !== true; count += 1) {
      const row = next.value;
      next = rows.next();
      yield row;
    }
  }
  do {
    const current = run();
    yield current;
    // Unread rows are skipped, so that the next run starts in the right place.
    current.forEach(() => undefined);
  } while (next.done !== true);
}
