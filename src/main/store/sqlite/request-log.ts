/** The file of the gateway's log, next to the cache. Nothing depends on it: without it, or with a damaged one, the account opens with an empty log. */
import { existsSync, rmSync } from 'node:fs';
import type { RequestLogSource } from './connection.ts';
import { checkFile, createDatabase } from './database-file.ts';
import type { Schema } from './migrate.ts';

/** Path of the log next to the path of a cache. */
export const requestLogOf = (cacheFile: string): string => `${cacheFile}.requests`;

/** The schema of the log. */
export interface RequestLogSchema extends Schema {
  /** Makes an empty temporary log. */
  readonly empty: string;
}

/**
 * Makes sure that there is a log which can be read. One that is damaged, or of another version, is replaced by an empty one.
 *
 * @returns what a connection uses: the file, or an empty log if there is none and none can be created
 */
export function prepareRequestLog(
  file: string,
  schema: RequestLogSchema,
  options: { readonly readOnly: boolean; readonly isSecond: boolean },
): RequestLogSource {
  if (existsSync(file) && isCurrent(file, schema, options.isSecond)) return { file };
  // Nothing may be written, or another connection of this process has looked at the file.
  if (options.readOnly || options.isSecond) return schema;
  try {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    createDatabase(file, schema);
    return { file };
  } catch {
    return schema;
  }
}

function isCurrent(file: string, schema: Schema, isChecked: boolean): boolean {
  try {
    return checkFile(file, schema, { isChecked }) === schema.version;
  } catch {
    return false;
  }
}
