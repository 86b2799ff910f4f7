import { randomBytes } from 'node:crypto';
import { lstat, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, FailureError } from '../../shared/failure.ts';
import { gather } from './gather.ts';
import { renameOver } from './rename-over.ts';

/**
 * Writes lines to a file, whole or not at all: into a new file of mode 0600
 * beside it, flushed to the disk, then renamed over the old one. The event loop
 * gets its turn between chunks; one is written while the next is made.
 *
 * @param onChunk called after every chunk
 * @throws FailureError `file-failed`, `disk-full`, `cancelled`; then the old file is as it was
 */
export async function writeLines(
  path: string,
  lines: Iterable<string>,
  signal?: AbortSignal,
  onChunk?: () => void,
): Promise<void> {
  await refuseUnusualTarget(path);
  const temporary = join(
    dirname(path),
    `.${basename(path)}.${randomBytes(6).toString('hex')}.partial`,
  );
  try {
    const file = await open(temporary, 'wx', 0o600);
    let writing = Promise.resolve();
    try {
      for (const chunk of gather(lines)) {
        await writing;
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
    signal?.throwIfAborted();
    await renameOver(temporary, path);
    await removeAbandoned(path);
  } catch (error) {
    await rm(temporary, { force: true });
    if (error instanceof FailureError) throw error;
    throw signal?.aborted === true
      ? fail('cancelled', 'The export was cancelled. No file was written or changed.')
      : writeFailure(error);
  }
}

/** A draft that nobody has written to for so long belongs to an export that was killed. */
const abandonedAfterMs = 60 * 60 * 1000;

/** Killed exports leave their drafts, which hold passwords; the next one of the same name takes them away. */
async function removeAbandoned(path: string): Promise<void> {
  const folder = dirname(path);
  const prefix = `.${basename(path)}.`;
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix) || !/^[0-9a-f]{12}\.partial$/.test(name.slice(prefix.length))) {
      continue;
    }
    const draft = join(folder, name);
    // Whatever goes wrong here, the export itself is done.
    const found = await lstat(draft).catch(() => undefined);
    if (found?.isFile() !== true || Date.now() - found.mtimeMs < abandonedAfterMs) continue;
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** A symbolic link is not followed: what it points to is not what the person named. */
async function refuseUnusualTarget(path: string): Promise<void> {
  const target = await lstat(path).catch(() => undefined);
  if (target === undefined || target.isFile()) return;
  throw fail(
    'file-failed',
    target.isSymbolicLink()
      ? 'There is a symbolic link of that name, which is not followed. Nothing was written. Choose another name.'
      : 'There is something of that name which is not a file. Nothing was written. Choose another name.',
  );
}

function writeFailure(cause: unknown): FailureError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return fail(
        'disk-full',
        'The disk is full. No file was written or changed. Make room and export again.',
        { cause },
      );
    case 'EFBIG':
      return fail(
        'file-failed',
        'The file is larger than this disk or its limits allow. No file was written or changed. Export fewer proxies, or choose another place.',
        { cause },
      );
    case 'EBUSY':
      return fail(
        'file-failed',
        'Another program holds that file. It was not changed. Close it there and export again.',
        { cause },
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return fail(
        'file-failed',
        'That folder or file may not be written to. Nothing was changed. Choose another place.',
        { cause },
      );
    case 'ENOENT':
    case 'ENOTDIR':
      return fail(
        'file-failed',
        'That folder does not exist. Nothing was written. Choose another place.',
        { cause },
      );
    default:
      return fail(
        'file-failed',
        'The file could not be written. Nothing was changed. Choose another place.',
        { cause },
      );
  }
}
