import { readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir, release } from 'node:os';
import { join } from 'node:path';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { version } from '../../package.json';
import { stringifyJson, type JsonValue } from '../shared/json.ts';
import { mainLists, syncResources } from '../shared/sync.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { Registry } from './accounts/registry.ts';
import type { Session } from './accounts/sessions.ts';

/** Lines of the log that people see, from the end. */
const shownLines = 2000;
/** Errors in a diagnosis, the latest. */
const maxErrors = 20;

/** The log and the facts about this installation that help to find a fault, without secrets and addresses. */
export function createDiagnostics(parts: {
  readonly dataDir: string;
  readonly accounts: Accounts;
  readonly registry: Registry;
  readonly session: (accountId: string) => Session;
}) {
  const { dataDir, accounts, registry, session } = parts;
  const logFile = join(dataDir, 'logs', 'main.log');
  const lines = (): readonly string[] => {
    const text = [`${logFile}.1`, logFile].map(readText).join('');
    const last = text
      .split('\n')
      .filter((line) => line !== '')
      .slice(-shownLines);
    return last.map(withoutAddresses);
  };
  const describeAccount = (id: string, kind: string): JsonValue => {
    const { store } = session(id);
    const run = store.syncs.lastRun();
    const states = store.syncs.resourceStates();
    return {
      kind,
      lastCompletedAt: run.lastCompletedAt,
      problems: Object.fromEntries(
        syncResources.flatMap((resource) => {
          const code = states[resource].problem?.code;
          return code === undefined ? [] : [[resource, code]];
        }),
      ),
      rows: Object.fromEntries(mainLists.map((list) => [list, store.syncs.countRows(list)])),
      bytes: store.sizeBytes(),
    };
  };
  return {
    dataDir,
    /** The last lines of the log, oldest first. */
    log: () => lines(),
    /** The size of the data folder in bytes, with everything in it. */
    dataBytes: () => sizeOf(dataDir),
    /** Versions, sizes, the states of the accounts and the last errors, as JSON. */
    async report(): Promise<string> {
      // Without a window there is neither Electron nor Chromium.
      const versions: { readonly [name: string]: string | undefined } = process.versions;
      const { electron = null, chrome = null, node = null } = versions;
      const { theme, density, syncIntervalMinutes, notices } = registry.settings();
      const described: JsonValue[] = [];
      for (const { id, kind } of accounts.list()) {
        described.push(describeAccount(id, kind));
        // Files of an account that is not open yet take some 30 ms each.
        await yieldToOthers();
      }
      return stringifyJson(
        {
          proxydeck: version,
          electron,
          chrome,
          node,
          system: `${process.platform} ${process.arch} ${release()}`,
          settings: { theme, density, syncIntervalMinutes, notices },
          dataBytes: sizeOf(dataDir),
          accounts: described,
          errors: lines()
            .filter((line) => /^\S+ [^=]+: /.test(line))
            .slice(-maxErrors),
        },
        2,
      );
    },
  };
}

export type Diagnostics = ReturnType<typeof createDiagnostics>;

/** Leaves out addresses, user names and paths of a person. The log has no secrets; this is for what an error of another program says. */
export function withoutAddresses(text: string): string {
  return (
    text
      .replaceAll(homedir(), '~')
      .replaceAll(/\b[a-z][a-z0-9+.-]{0,60}:\/\/(?!\/)[^\s'")]+/gi, '<URL>')
      .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '<address>')
      // At least three groups, so that times stay; IPv6 may begin or end with two colons.
      .replaceAll(/(?<![\w:.])(?:[0-9a-f]{1,4}:){3,7}:?[0-9a-f]{0,4}(?![\w:])/gi, '<address>')
      .replaceAll(/(?<![\w:.])(?:[0-9a-f]{1,4}:){1,6}:(?:[0-9a-f]{1,4}:?)*/gi, '<address>')
      .replaceAll(/(?<![\w:.])::[0-9a-f][0-9a-f:]*/gi, '<address>')
      // From the beginning of a word: from each of its characters, a long one would take the square of its length.
      .replaceAll(/(?<!\S)\S+@\S+/g, '<address>')
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return found?.size ?? 0;
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !entry.isSymbolicLink())
    .reduce((sum, { name }) => sum + sizeOf(join(path, name)), 0);
}
