/** The gateway's log, next to the cache. If it is missing or damaged, the account opens with an empty one. */
import { existsSync, rmSync } from 'node:fs';
import type { RequestLogSource } from './connection.ts';
import { checkFile, createDatabase, migrateFile } from './database-file.ts';
import type { Schema } from './migrate.ts';

export const requestLogOf = (cacheFile: string): string => `${cacheFile}.requests`;

export interface RequestLogSchema extends Schema {
  readonly empty: string;
}

/**
 * Prepares the log: migrates an older one, replaces a damaged or newer one.
 *
 * @param options.mayCreate nothing else has it open, and files may be written
 * @param options.isSuspect another file of the account is damaged
 * @returns the file, or an empty log if none can be created
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

/** Reads the whole log only if damage was seen. @returns null: unusable */
function readVersion(file: string, schema: Schema, isSuspect: boolean): number | null {
  try {
    return checkFile(file, schema, { isChecked: !isSuspect, isThorough: isSuspect });
  } catch {
    return null;
  }
}
