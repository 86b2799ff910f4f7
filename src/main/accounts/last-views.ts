import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, parseJson, stringifyJson, type JsonObject } from '../../shared/json.ts';
import { makeFolder, refuseLink } from '../data-dir.ts';
import type { Log } from '../ports.ts';

export type LastViews = ReturnType<typeof createLastViews>;

/**
 * What the user of each account saw last in the window, in a file next to its cache. The page keeps nothing of an account in
 * its own storage, whose files hold what was removed from it until Chromium compacts them.
 *
 * @param folder the folder of the accounts' files; those of a removed account are deleted by their names
 */
export function createLastViews(folder: string, log: Log) {
  const fileOf = (accountId: string): string => join(folder, `${accountId}.place.json`);
  return {
    /** Undefined: nothing is saved, or it cannot be read. */
    read(accountId: string): JsonObject | undefined {
      try {
        const view = parseJson(readFileSync(fileOf(accountId), 'utf8'));
        return isJsonObject(view) ? view : undefined;
      } catch {
        // Losing it costs nothing: the account opens as a new one does.
        return undefined;
      }
    },
    /** Saves the last view with mode 0600. A failure is only logged. */
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
