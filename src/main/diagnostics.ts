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

/** From the end. */
const shownLines = 2000;
/** The latest. */
const maxErrors = 20;

/** Collects log and facts about faults, without secrets and addresses. */
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
    /** Oldest first. */
    log: () => lines(),
    /** Of the data folder. */
    dataBytes: () => sizeOf(dataDir),
    /** As JSON. */
    async report(): Promise<string> {
      // Neither Electron nor Chromium without a window.
      const versions: { readonly [name: string]: string | undefined } = process.versions;
      const { electron = null, chrome = null, node = null } = versions;
      const { theme, density, syncIntervalMinutes, notices } = registry.settings();
      const described: JsonValue[] = [];
      for (const { id, kind } of accounts.list()) {
        described.push(describeAccount(id, kind));
        // Files of a closed account take some 30 ms.
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

/** Also removes user names and paths, which other programs' errors may have. */
export function withoutAddresses(text: string): string {
  return (
    text
      .replaceAll(homedir(), '~')
      .replaceAll(/\b[a-z][a-z0-9+.-]{0,60}:\/\/(?!\/)[^\s'")]+/gi, '<URL>')
      .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '<address>')
      // Three groups or more, so that times stay; IPv6 may begin or end with colons.
      .replaceAll(/(?<![\w:.])(?:[0-9a-f]{1,4}:){3,7}:?[0-9a-f]{0,4}(?![\w:])/gi, '<address>')
      .replaceAll(/(?<![\w:.])(?:[0-9a-f]{1,4}:){1,6}:(?:[0-9a-f]{1,4}:?)*/gi, '<address>')
      .replaceAll(/(?<![\w:.])::[0-9a-f][0-9a-f:]*/gi, '<address>')
      // From a word's beginning, or long words take quadratic time.
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
