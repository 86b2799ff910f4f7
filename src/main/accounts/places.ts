import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, parseJson, stringifyJson, type JsonObject } from '../../shared/json.ts';
import { makeFolder, refuseLink } from '../data-dir.ts';
import type { Log } from '../ports.ts';

export type Places = ReturnType<typeof createPlaces>;

/**
 * Where the user of each account was in the window, in a file next to its cache. The page keeps nothing of an account in
 * its own storage, whose files hold what was removed from it until Chromium compacts them.
 *
 * @param folder the folder of the accounts' files; those of a removed account are deleted by their names
 */
export function createPlaces(folder: string, log: Log) {
  const fileOf = (accountId: string): string => join(folder, `${accountId}.place.json`);
  return {
    /** Undefined: nothing is saved, or it cannot be read. */
    read(accountId: string): JsonObject | undefined {
      try {
        const place = parseJson(readFileSync(fileOf(accountId), 'utf8'));
        return isJsonObject(place) ? place : undefined;
      } catch {
        // Losing it costs nothing: the account opens as a new one does.
        return undefined;
      }
    },
    /** Saves a place with mode 0600. A failure is only logged. */
    write(accountId: string, place: JsonObject): void {
      try {
        makeFolder(folder);
        refuseLink(fileOf(accountId));
        writeFileSync(fileOf(accountId), stringifyJson(place), { mode: 0o600 });
      } catch (error) {
        log.error('place of an account', error);
      }
    },
  };
}
