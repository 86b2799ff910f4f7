/** The file of the gateway's log, next to the cache. Nothing depends on it: without it, or with a damaged one, the account opens with an empty log. */
import { existsSync, rmSync } from 'node:fs';
import type { RequestLogSource } from './connection.ts';
import { checkFile, createDatabase, migrateFile } from './database-file.ts';
import type { Schema } from './migrate.ts';

/** Path of the log next to the path of a cache. */
export const requestLogOf = (cacheFile: string): string => `${cacheFile}.requests`;

/** The schema of the log. */
export interface RequestLogSchema extends Schema {
  /** Makes an empty temporary log. */
  readonly empty: string;
}

/**
 * Makes sure that there is a log which can be read. An older one is migrated; one that is damaged, or newer, is replaced by an empty one.
 *
 * @param options.mayCreate nothing else of this process has it open, and files may be written
 * @param options.isSuspect damage was seen in one of the account's files
 * @returns what a connection uses: the file, or an empty log if there is none and none can be created
 */
export function prepareRequestLog(
  file: string,
  schema: RequestLogSchema,
  options: { readonly mayCreate: boolean; readonly isSuspect: boolean },
): RequestLogSource {
  const { empty } = schema;
  const version = existsSync(file) ? readVersion(file, schema, options.isSuspect) : null;
  if (version === schema.version) return { file, empty };
  if (!options.mayCreate) return { file: null, empty };
  try {
    if (version === null) {
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
      createDatabase(file, schema);
    } else migrateFile(file, schema);
    return { file, empty };
  } catch {
    return { file: null, empty };
  }
}

/** A start does not read the whole log, unless damage was seen since the last one. @returns null: it cannot be used */
function readVersion(file: string, schema: Schema, isSuspect: boolean): number | null {
  try {
    return checkFile(file, schema, { isChecked: !isSuspect, isThorough: isSuspect });
  } catch {
    return null;
  }
}
