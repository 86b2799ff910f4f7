import Database from 'better-sqlite3';
import { asFailure } from '../../../shared/failure.ts';
import { mayReadAlone } from './alone.ts';
import { cacheKib } from './cache-size.ts';
import { registerFunctions } from './sql-functions.ts';
import { toStoreFailure, markForCheck } from './sqlite-failure.ts';

/** Integers never exceed 2^53; outside STRICT tables only a bigint is surely stored as an integer. */
export type SqlValue = string | number | bigint | Buffer | null;

export type SqlRow = SqlValue[];

/** Errors come out as failures. */
interface PreparedStatement {
  /** Returns the number of changed rows. */
  run(...params: SqlValue[]): number;
  /** The same with a list, which is not copied. */
  runWith(params: SqlValue[]): number;
  get(...params: SqlValue[]): SqlRow | undefined;
  all(...params: SqlValue[]): SqlRow[];
}

/** Filters produce a new text for every combination of terms. */
const maxStatements = 300;
const busyTimeoutMs = 5000;
/** With 4096 an eighth of a proxy page is empty, and a full read takes almost twice as long. */
const pageBytes = 8192;
/** 16 MB: a page of a million rows touches a thousand places of the ID index. */
export const logPages = 2000;
/** A batch: the overhead per row exceeds reading it. */
const rowsPerBatch = 256;

/** Attached as `request_log`; `empty` makes a temporary table instead. */
export interface RequestLogSource {
  /** Null: unreadable. */
  readonly file: string | null;
  readonly empty: string;
}

export type Connection = ReturnType<typeof wrap>;

/**
 * Opens an existing file.
 *
 * @throws FailureError of `toStoreFailure`
 */
export function connect(
  file: string,
  options: {
    readonly readOnly: boolean;
    /** Attached as `user`. */
    readonly records?: string;
    readonly requestLog?: RequestLogSource;
    /** Only streams: little cache. */
    readonly isForStreams?: boolean;
  },
): Connection {
  try {
    return open(file, options, false);
  } catch (error) {
    if (!mayReadAlone() || asFailure(error).code !== 'disk-full') throw error;
    return open(file, { ...options, readOnly: false }, true);
  }
}

/** Opens an empty database in memory, without files. */
export function connectInMemory(): Connection {
  const db = new Database(':memory:');
  db.exec("ATTACH ':memory:' AS user");
  registerFunctions(db);
  return wrap(db, true, { readOnly: false });
}

function open(file: string, options: Parameters<typeof connect>[1], isAlone: boolean): Connection {
  const guard = createGuard(file);
  const db = guard(
    () =>
      new Database(file, {
        readonly: options.readOnly,
        fileMustExist: true,
        timeout: busyTimeoutMs,
      }),
  );
  try {
    guard(() => {
      if (isAlone) db.pragma('locking_mode = EXCLUSIVE');
      applySettings(db, options);
      // Shares the database, which otherwise fails with the first statement.
      if (mayReadAlone()) db.pragma('schema_version');
      if (options.records !== undefined) attach(db, 'user', options.records, options.readOnly);
      if (options.requestLog !== undefined) attachLog(db, options.requestLog, options.readOnly);
    });
  } catch (error) {
    db.close();
    throw error;
  }
  return wrap(db, isAlone, options);
}

function applySettings(db: Database.Database, { readOnly, isForStreams = false }: Parameters<typeof connect>[1]): void {
  db.pragma('trusted_schema = 0');
  db.pragma('cell_size_check = ON');
  db.pragma('mmap_size = 0');
  db.pragma('temp_store = MEMORY');
  db.pragma('foreign_keys = ON');
  db.pragma(`cache_size = -${String(cacheKib({ isForStreams }))}`);
  if (!readOnly) {
    db.pragma(`page_size = ${String(pageBytes)}`);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('secure_delete = ON');
    db.pragma(`wal_autocheckpoint = ${String(logPages)}`);
  }
  registerFunctions(db);
}

function attach(db: Database.Database, name: 'user' | 'request_log', file: string, readOnly: boolean): void {
  db.prepare(`ATTACH ? AS ${name}`).run(file);
  if (readOnly) return;
  // The newest requests may be lost with the power.
  db.pragma(`${name}.synchronous = ${name === 'user' ? 'FULL' : 'NORMAL'}`);
  db.pragma(`${name}.secure_delete = ON`);
}

/** Without room for the log, the account opens with an empty one. */
function attachLog(db: Database.Database, { file, empty }: RequestLogSource, readOnly: boolean): void {
  try {
    if (file !== null) {
      attach(db, 'request_log', file, readOnly);
      return;
    }
  } catch {
    // As if there were none.
  }
  db.exec(empty);
}

function wrap(db: Database.Database, isAlone: boolean, options: Parameters<typeof connect>[1]) {
  const guard = createGuard(db.name);
  const statements = new Map<string, PreparedStatement>();
  const streams = new Set<Generator<SqlRow[], undefined>>();

  const prepare = (sql: string): PreparedStatement => {
    const known = statements.get(sql);
    if (known) return known;
    if (statements.size >= maxStatements) statements.clear();
    const prepared = guardStatement(db, sql, guard);
    statements.set(sql, prepared);
    return prepared;
  };

  function* stream(sql: string, params: readonly SqlValue[]): Generator<SqlRow[], undefined> {
    // A statement being stepped through can't be shared.
    const rows = guard(() =>
      db
        .prepare<SqlValue[], SqlRow>(sql)
        .raw()
        .iterate(...params),
    );
    const readBatch = (): SqlRow[] => {
      const batch: SqlRow[] = [];
      while (batch.length < rowsPerBatch) {
        const next = rows.next();
        if (next.done === true) break;
        batch.push(next.value);
      }
      return batch;
    };
    try {
      for (;;) {
        const batch = guard(readBatch);
        if (batch.length > 0) yield batch;
        if (batch.length < rowsPerBatch) return undefined;
      }
    } finally {
      rows.return?.();
    }
  }

  const pragma = (text: string): SqlValue => guard(() => db.pragma(text, { simple: true }) as SqlValue);
  const withoutWaiting = <T>(work: () => T): T => {
    const timeoutMs = String(pragma('busy_timeout'));
    pragma('busy_timeout = 0');
    try {
      return work();
    } finally {
      pragma(`busy_timeout = ${timeoutMs}`);
    }
  };

  return {
    file: db.name,
    /** Whether no other connection can open. */
    isAlone,
    options,
    prepare,
    get: (sql: string, ...params: SqlValue[]) => prepare(sql).get(...params),
    all: (sql: string, ...params: SqlValue[]) => prepare(sql).all(...params),
    /** The first column of all rows, without row arrays. */
    column: (sql: string, ...params: SqlValue[]) =>
      guard(() =>
        db
          .prepare<SqlValue[], SqlValue>(sql)
          .pluck()
          .all(...params),
      ),
    /** For small tables; the statement names the fields. */
    objects: <Row>(sql: string, ...params: SqlValue[]): Row[] =>
      guard(() => db.prepare<SqlValue[], Row>(sql).all(...params)),
    run: (sql: string, ...params: SqlValue[]): void => {
      prepare(sql).run(...params);
    },
    /** Streams rows; releases the statement when the loop ends. */
    *iterate(sql: string, ...params: SqlValue[]): Generator<SqlRow, undefined> {
      const rows = stream(sql, params);
      streams.add(rows);
      try {
        for (const batch of rows) yield* batch;
      } finally {
        streams.delete(rows);
      }
      return undefined;
    },
    /** Takes the write lock at once; an error rolls back. */
    transact: <T>(work: () => T): T => guard(() => db.transaction(work).immediate()),
    snapshot: <T>(work: () => T): T => (db.inTransaction ? work() : guard(() => db.transaction(work).deferred())),
    /** A text that changes with the data that this connection reads. */
    state: (): string =>
      // Versions count other connections' commits, the total our changes.
      [pragma('main.data_version'), pragma('user.data_version'), prepare('SELECT total_changes()').get()?.[0]].join(
        ' ',
      ),
    isInTransaction: () => db.inTransaction,
    /** Runs work that fails with `busy` instead of waiting for a lock. */
    withoutWaiting,
    /** Truncates the log, which holds deleted content. Never waits; false while a reader uses it. */
    emptyLog: () => withoutWaiting(() => pragma('wal_checkpoint(TRUNCATE)') === 0),
    pragma,
    exec: (sql: string): void => {
      guard(() => db.exec(sql));
    },
    close(): void {
      // SQLite can't close a connection that is still being read.
      for (const rows of streams) rows.return(undefined);
      statements.clear();
      guard(() => db.close());
    },
  };
}

function guardStatement(db: Database.Database, sql: string, guard: Guard): PreparedStatement {
  const statement = guard(() => db.prepare<SqlValue[], SqlRow>(sql));
  if (statement.reader) statement.raw();
  return {
    run: (...params) => guard(() => statement.run(...params).changes),
    // The types lack parameters as one list.
    runWith: (params) => guard(() => statement.run(params as unknown as SqlValue).changes),
    get: (...params) => guard(() => statement.get(...params)),
    all: (...params) => guard(() => statement.all(...params)),
  };
}

type Guard = <T>(work: () => T) => T;

/** Turns errors into failures, and marks damaged files for a check. */
function createGuard(file: string): Guard {
  return (work) => {
    try {
      return work();
    } catch (error) {
      const failure = toStoreFailure(error, file);
      // Undecryptable values do not mean damage.
      const isFromSqlite = failure !== error;
      if (isFromSqlite && asFailure(failure).code === 'database-damaged') markForCheck(file);
      throw failure;
    }
  };
}
