import { randomBytes } from 'node:crypto';
import { link, lstat, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExportChoices } from '../../../shared/exports/export.ts';
import { FailureError, fail } from '../../../shared/failure.ts';
import { refuseFileName, renameOver } from '../../files.ts';
import type { Store } from '../../store/index.ts';
import { type LineOrPause, type PreparedExport, prepareExport, requireOneText } from '../prepare.ts';

const chunkBytes = 256 * 1024;
/** Freed early, yet worth a call to the encoder. */
const pieceCharacters = 8 * 1024;
const bytesPerUnit = 3;

/** Collects lines into UTF-8 in two alternating buffers: a chunk is valid until the next but one. A pause is empty. */
export function* chunkLines(lines: Iterable<LineOrPause>): Generator<Uint8Array> {
  let chunk = Buffer.allocUnsafe(chunkBytes);
  let spare = Buffer.allocUnsafe(chunkBytes);
  let used = 0;
  let piece = '';
  function* flush(): Generator<Uint8Array> {
    if (used > 0) yield chunk.subarray(0, used);
    [chunk, spare] = [spare, chunk];
    used = 0;
  }
  function* put(): Generator<Uint8Array> {
    const most = piece.length * bytesPerUnit;
    if (used + most > chunkBytes) yield* flush();
    if (most > chunkBytes) yield Buffer.from(piece);
    else used += chunk.write(piece, used);
    piece = '';
  }
  for (const line of lines) {
    if (line === null) {
      yield chunk.subarray(0, 0);
      continue;
    }
    piece += `${line}\n`;
    if (piece.length >= pieceCharacters) yield* put();
  }
  yield* put();
  yield* flush();
}

interface ExportText extends ReturnType<PreparedExport['count']> {
  /** UTF-8; transferred to another thread without copying. */
  readonly text: Blob;
}

/**
 * Writes an export in memory; the event loop runs between chunks.
 *
 * @throws FailureError of `prepareExport` and `requireOneText`; `canceled`
 */
export async function writeText(
  store: Store,
  choices: ExportChoices,
  watch: {
    readonly signal?: AbortSignal | undefined;
    /** After every chunk, with the rows so far. */
    readonly onProgress?: ((writtenCount: number) => void) | undefined;
  } = {},
): Promise<ExportText> {
  requireOneText(choices);
  const prepared = prepareExport(store, choices);
  const chunks: Blob[] = [];
  for (const lines of prepared.files) {
    for (const chunk of chunkLines(lines)) {
      // The buffer will be reused.
      if (chunk.length > 0) chunks.push(new Blob([new Uint8Array(chunk)]));
      watch.onProgress?.(prepared.writtenCount());
      await nextTurn();
      if (watch.signal?.aborted === true) {
        throw fail('canceled', 'Copying was canceled. The clipboard is unchanged.');
      }
    }
  }
  return { text: new Blob(chunks), ...prepared.count() };
}

/** More would be a mistake. */
const maxFiles = 1000;

export interface FileOfLines {
  readonly path: string;
  readonly lines: Iterable<LineOrPause>;
}

export interface WrittenFile {
  readonly name: string;
  readonly size: number;
  readonly modifiedMs: number;
}

export async function isUnchanged(path: string, written: WrittenFile): Promise<boolean> {
  const file = await identifyFile(path);
  return file?.size === written.size && file.modifiedMs === written.modifiedMs;
}

/** Finds out which file a path has now; undefined: none. */
export async function identifyFile(path: string): Promise<WrittenFile | undefined> {
  const file = await lstat(path).catch(() => undefined);
  return file && { name: basename(path), size: file.size, modifiedMs: file.mtimeMs };
}

/**
 * Writes files, all or none: drafts of mode 0600, flushed, renamed when all are written.
 *
 * @param files requested one by one
 * @param ownFiles may be replaced; undefined: any may
 * @throws FailureError `file-failed`, `disk-full`, `canceled`, `invalid-input` for too many files or a refused name;
 *   old files are unchanged, or the message says how many are not
 */
export async function writeFiles(
  files: Iterable<FileOfLines>,
  signal?: AbortSignal,
  onChunk?: () => void,
  ownFiles?: readonly WrittenFile[],
): Promise<readonly string[]> {
  const drafts: { readonly path: string; readonly temporary: string; readonly isNew: boolean }[] = [];
  let renamed = 0;
  try {
    for (const { path, lines } of files) {
      if (drafts.length === maxFiles) throw tooManyFiles();
      refuseFileName(path);
      const isNew = !(await findTarget(path, ownFiles));
      const mark = randomBytes(6).toString('hex');
      const temporary = join(dirname(path), `.${basename(path)}.${mark}.partial`);
      drafts.push({ path, temporary, isNew });
      await writeDraft(temporary, lines, signal, onChunk);
    }
    signal?.throwIfAborted();
    // They may have changed meanwhile.
    if (ownFiles) for (const { path } of drafts) await findTarget(path, ownFiles);
    for (const { path, temporary, isNew } of drafts) {
      if (ownFiles && isNew) await moveToNew(temporary, path, ownFiles);
      else await renameOver(temporary, path);
      renamed += 1;
    }
    for (const { path } of drafts) await removeAbandoned(path);
    return drafts.map(({ path }) => path);
  } catch (error) {
    // Must not hide the reason.
    await Promise.allSettled(drafts.map(({ temporary }) => rm(temporary, { force: true })));
    if (error instanceof FailureError && renamed === 0) throw error;
    if (signal?.aborted === true && renamed === 0) {
      throw fail('canceled', 'The export was canceled. No file was written or changed.');
    }
    throw renamed === 0 ? writeFailure(error) : partlyWritten(renamed, drafts.length, error);
  }
}

async function writeDraft(
  temporary: string,
  lines: Iterable<LineOrPause>,
  signal: AbortSignal | undefined,
  onChunk: (() => void) | undefined,
): Promise<void> {
  const file = await open(temporary, 'wx', 0o600);
  let writing = Promise.resolve();
  try {
    for (const chunk of chunkLines(lines)) {
      await writing;
      await nextTurn();
      signal?.throwIfAborted();
      writing = file.writeFile(chunk, 'utf8');
      onChunk?.();
    }
    await writing;
    await file.sync();
  } finally {
    await Promise.allSettled([writing]);
    await file.close();
  }
}

const tooManyFiles = (): FailureError =>
  fail(
    'invalid-input',
    `These choices make more than ${String(maxFiles)} files. Nothing was written. Allow more proxies per file.`,
  );

const partlyWritten = (renamed: number, count: number, cause: unknown): FailureError =>
  fail(
    'file-failed',
    `Only ${String(renamed)} of ${String(count)} files could be replaced; the others are unchanged. Close the programs that use them and export again.`,
    { cause },
  );

/** An older draft belongs to a killed export. */
const abandonedAfterMs = 60 * 60 * 1000;

/** Removes drafts of killed exports, which contain passwords. */
async function removeAbandoned(path: string): Promise<void> {
  const folder = dirname(path);
  const prefix = `.${basename(path)}.`.normalize();
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    // macOS may list another Unicode form.
    const [start, end] = [name.normalize().slice(0, -20), name.slice(-20)];
    if (start !== prefix || !/^[0-9a-f]{12}\.partial$/.test(end)) continue;
    const draft = join(folder, name);
    // The export itself is done.
    const found = await lstat(draft).catch(() => undefined);
    // One in the future is from before the clock was set back.
    if (found?.isFile() !== true || Math.abs(Date.now() - found.mtimeMs) < abandonedAfterMs) continue;
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** Links instead of renaming, which would replace a file. */
async function moveToNew(from: string, to: string, ownFiles: readonly WrittenFile[]): Promise<void> {
  try {
    await link(from, to);
  } catch {
    // It exists, or the file system has no links.
    if (!(await findTarget(to, ownFiles))) await renameOver(from, to);
    return;
  }
  await rm(from);
}

/**
 * Whether there is a file to replace.
 *
 * @throws FailureError `file-failed` if it may not be replaced. Symbolic links are not followed: the user did not name
 * the target.
 */
async function findTarget(path: string, ownFiles: readonly WrittenFile[] | undefined): Promise<boolean> {
  const target = await lstat(path).catch(() => undefined);
  if (target === undefined) return false;
  if (target.isFile()) {
    const written = ownFiles?.find(({ name }) => name === basename(path));
    if (!ownFiles || (written && (await isUnchanged(path, written)))) return true;
    throw fail(
      'file-failed',
      `${basename(path)} was created or changed by another program since the last export, so nothing was replaced. Save the preset once more to replace it.`,
    );
  }
  throw fail(
    'file-failed',
    target.isSymbolicLink()
      ? 'A symbolic link with this name exists, and is not followed. Nothing was written. Choose another name.'
      : 'Something with this name exists that is not a file. Nothing was written. Choose another name.',
  );
}

function writeFailure(cause: unknown): FailureError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return fail('disk-full', 'The disk is full. No file was written or changed. Free some space and export again.', {
        cause,
      });
    case 'EFBIG':
      return fail(
        'file-failed',
        'The file is larger than this disk or its limits allow. No file was written or changed. Export fewer proxies, or choose another folder.',
        { cause },
      );
    case 'EBUSY':
      return fail(
        'file-failed',
        'Another program is using this file. It was not changed. Close it there and export again.',
        { cause },
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return fail(
        'file-failed',
        'You do not have permission to write to this folder or file. Nothing was changed. Choose another folder.',
        { cause },
      );
    case 'ENOENT':
    case 'ENOTDIR':
      return fail('file-failed', 'This folder does not exist. Nothing was written. Choose another folder.', { cause });
    default:
      return fail('file-failed', 'The file could not be written. Nothing was changed. Choose another folder.', {
        cause,
      });
  }
}
