import { ownValue } from '../../../shared/own-value.ts';
import { readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { ExportChoices, Skipped } from '../../../shared/exports/export.ts';
import type { SaveSuggestion } from '../../ports.ts';
import { asFileName } from '../../files.ts';
import type { Store } from '../../store/index.ts';
import { chooseFormat } from '../formats/index.ts';
import { type PreparedExport, listUsers, partUsers, prepareExport } from '../prepare.ts';
import { sumSkipped } from '../row-policy.ts';
import { type FileOfLines, type WrittenFile, writeFiles } from './write.ts';
import { csvLine } from '../../../shared/csv.ts';
import { jsonLines } from '../../../shared/json.ts';
import { lists, type ListName } from '../../../shared/lists.ts';
import { namesOfShownFields } from '../../../shared/records/field.ts';
import type { SortKey } from '../../../shared/filter/query-term.ts';
import { readQuery } from '../../../shared/filter/query.ts';

/** Null where not needed. */
interface FileMark {
  readonly user: string | null;
  readonly number: number | null;
}

/** Derives unique names: `proxies.txt`, `proxies-alice.txt`, `proxies-alice-001.txt`. */
export function createFileNames(path: string): (mark: FileMark) => string {
  const used = new Set<string>();
  const extension = extname(path);
  const stem = basename(path, extension);
  return ({ user, number }) => {
    const marks = [
      ...(user === null ? [] : [asFileName(user)]),
      ...(number === null ? [] : [String(number).padStart(3, '0')]),
    ];
    for (let again = 1; ; again += 1) {
      const parts = [stem, ...marks, ...(again === 1 ? [] : [String(again)])];
      const name = join(dirname(path), parts.join('-') + extension);
      // Some file systems ignore case.
      if (used.has(foldName(name))) continue;
      used.add(foldName(name));
      return name;
    }
  };
}

/** Existing files that may be replaced, in any case and one Unicode form, as on macOS. */
export function findReplacedFiles(path: string, users: readonly string[], isNumbered: boolean): string[] {
  if (users.length === 0 && !isNumbered) return [];
  const extension = foldName(extname(path));
  const stem = foldName(basename(path, extname(path)));
  const starts = users.length === 0 ? [stem] : users.map((user) => `${stem}-${asFileName(user).toLowerCase()}`);
  // Two users may have the same name here.
  const rest = isNumbered ? /^-\d{3,}(-\d+)?$/ : /^(-[1-9]\d*)?$/;
  return namesIn(dirname(path)).filter((name) => {
    const lower = foldName(name);
    if (!lower.endsWith(extension)) return false;
    const body = lower.slice(0, lower.length - extension.length);
    return starts.some((start) => body.startsWith(start) && rest.test(body.slice(start.length)));
  });
}

const foldName = (name: string): string => name.normalize().toLowerCase();

/** Writing reports a folder that cannot be listed. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Suggests a file for the save dialog.
 *
 * @param name without extension
 * @throws FailureError `invalid-input` for an unknown format
 */
export function suggestFile(name: string, choices: ExportChoices): SaveSuggestion {
  const { label, extension } = chooseFormat(choices);
  const parts = partUsers(choices);
  const users = parts.length > 1 ? listUsers(choices) : [];
  const isNumbered = choices.options?.proxiesPerFile !== undefined;
  return {
    name: `${name}.${extension}`,
    label,
    extension,
    replacesBesides: (path) => findReplacedFiles(path, users, isNumbered),
  };
}

export interface ExportCounts {
  readonly writtenCount: number;
  readonly skipped: readonly Skipped[];
  /** Without folders. */
  readonly fileNames: readonly string[];
}

export interface SaveJob {
  readonly choices: ExportChoices;
  readonly path: string;
  /** The only files that may be replaced; undefined: any. */
  readonly ownFiles?: readonly WrittenFile[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** After every chunk, with the rows so far. */
  readonly onProgress?: ((writtenCount: number) => void) | undefined;
}

/**
 * Writes an export to its files, all or none.
 *
 * @throws FailureError of `prepareExport` and `writeFiles`
 */
export async function saveExport(
  store: Store,
  { choices, path, ownFiles, signal, onProgress }: SaveJob,
): Promise<ExportCounts> {
  const parts = partUsers(choices);
  const nameFile = createFileNames(path);
  const prepared: PreparedExport[] = [];
  const countWritten = (): number => prepared.reduce((sum, one) => sum + one.writtenCount(), 0);

  function* files(): Generator<FileOfLines> {
    for (const part of parts) {
      const one = prepareExport(store, part);
      prepared.push(one);
      let number = 0;
      for (const lines of one.files) {
        number += 1;
        const mark = {
          user: parts.length > 1 ? part.proxyUserId : null,
          number: choices.options?.proxiesPerFile === undefined ? null : number,
        };
        yield { path: nameFile(mark), lines };
      }
    }
  }

  const report = (): void => onProgress?.(countWritten());
  const paths = await writeFiles(files(), signal, report, ownFiles);
  return {
    writtenCount: countWritten(),
    skipped: sumSkipped(prepared.map((one) => one.count().skipped)),
    fileNames: paths.map((written) => basename(written)),
  };
}

interface ListRows {
  readonly list: ListName;
  readonly where: string;
  readonly sort: readonly SortKey[];
  readonly format: 'csv' | 'json';
}
export interface ListFile extends ListRows {
  readonly path: string;
}

/** Lines of a list without secrets: CSV of the fields that a row shows, without formulas, or JSON of every field. */
export function* listLines(store: Store, { list, where, sort, format }: ListRows): Generator<string, undefined> {
  const window = {
    where: readQuery(where, list),
    sort,
    offset: 0,
    limit: Number.MAX_SAFE_INTEGER,
  };
  const records = store[list].records(window, { secrets: false });
  if (format === 'json') {
    yield '[';
    yield* jsonLines(records);
    yield ']';
    return undefined;
  }
  const names = namesOfShownFields(lists[list].fields);
  yield csvLine(names);
  for (const record of records) yield csvLine(names.map((name) => ownValue(record, name)));
  return undefined;
}

/**
 * Writes a list to a file, whole or not at all.
 *
 * @throws FailureError of `writeFiles`
 */
export async function writeList(store: Store, { path, ...rows }: ListFile, signal: AbortSignal): Promise<number> {
  await writeFiles([{ path, lines: listLines(store, rows) }], signal);
  return store[rows.list].count(readQuery(rows.where, rows.list));
}
