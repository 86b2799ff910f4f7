import type { ExportFormat } from './format.ts';

/** Puts what a document has around its rows; one row at a time is held back, no more. */
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
 * Cuts rows into runs of `size` at most, the last one shorter; without rows there is one
 * empty run. Each is to be read before the next one is asked for.
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
    // What was not read is passed over, so that the next run begins where it should.
    current.forEach(() => undefined);
  } while (next.done !== true);
}
