import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, parseJson, stringifyJson, type JsonObject } from '../../shared/json.ts';
import { makeFolder, refuseLink } from '../data-dir.ts';
import type { Log } from '../ports.ts';

export type LastViews = ReturnType<typeof createLastViews>;

/** Saves last views next to the caches: the page's storage keeps deleted content for long. */
export function createLastViews(folder: string, log: Log) {
  const fileOf = (accountId: string): string => join(folder, `${accountId}.place.json`);
  return {
    /** Undefined: none, or unreadable. */
    read(accountId: string): JsonObject | undefined {
      try {
        const view = parseJson(readFileSync(fileOf(accountId), 'utf8'));
        return isJsonObject(view) ? view : undefined;
      } catch {
        // The account opens like a new one.
        return undefined;
      }
    },
    /** Mode 0600. A failure is only logged. */
    write(accountId: string, view: JsonObject): void {
      try {
        makeFolder(folder);
        refuseLink(fileOf(accountId));
        writeFileSync(fileOf(accountId), stringifyJson(view), { mode: 0o600 });
      } catch (error) {
        log.error('last view of an account', error);
      }
    },
  };
}
