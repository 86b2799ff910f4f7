import type { Connection } from './connection.ts';

/** Lets transactions that follow each other become one: each costs the disk a wait. */
export interface Batch {
  /** Opens it, unless it is open. Transactions inside it are undone by themselves where they fail. */
  join(): void;
  /** Counts rows that were written; enough of them end it. */
  note(rowCount: number): void;
  /** Commits what is open. Also throws what went wrong when it ended by itself. */
  end(): void;
}

const maxRows = 5000;
/** Other processes can't write meanwhile. */
const maxOpenMs = 100;

/**
 * Builds the batch of a connection. One that is left open ends by itself after a
 * moment, so that nobody waits for a page that does not come.
 *
 * @param onUndone what was written since `join` is lost
 */
export function createBatch(connection: Connection, onUndone: () => void): Batch {
  let timer: NodeJS.Timeout | undefined;
  let openedAtMs = 0;
  let rows = 0;
  let problem: Error | undefined;

  const commit = (): void => {
    clearTimeout(timer);
    timer = undefined;
    rows = 0;
    try {
      connection.commit();
    } catch (error) {
      onUndone();
      throw error;
    }
  };
  const throwProblem = (): void => {
    const failed = problem;
    problem = undefined;
    if (failed !== undefined) throw failed;
  };
  return {
    join() {
      throwProblem();
      if (timer !== undefined) return;
      connection.begin();
      openedAtMs = performance.now();
      timer = setTimeout(() => {
        try {
          commit();
        } catch (error) {
          problem = error instanceof Error ? error : new Error(String(error));
        }
      }, maxOpenMs);
    },
    note(rowCount) {
      rows += rowCount;
      const isOver = rows >= maxRows || performance.now() - openedAtMs >= maxOpenMs;
      if (timer !== undefined && isOver) commit();
    },
    end() {
      throwProblem();
      if (timer !== undefined) commit();
    },
  };
}
