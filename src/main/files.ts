import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { basename } from 'node:path';
import { fail } from '../shared/failure.ts';

/** Delays between attempts, about a second in total: virus scanners and indexers close files sooner. */
const waitsMs = [20, 50, 100, 200, 300, 400];

/** Error codes, mostly of Windows, for a file that another program has open for a moment. */
const passing = new Set(['EPERM', 'EBUSY', 'EACCES']);

function throwUnlessPassing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && passing.has(String(error.code)))) throw error;
}

/**
 * Repeats an operation on files for about a second while another program has one of them open.
 *
 * @throws the error of the last attempt
 */
export async function untilReleased<T>(operation: () => Promise<T>): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await operation();
    } catch (error) {
      throwUnlessPassing(error);
    }
    await sleep(waitMs);
  }
  return operation();
}

/**
 * Renames a file over another, and retries for about a second if another program has one
 * of them open.
 *
 * @param move renames once
 * @throws the error of the last attempt
 */
export function renameOver(from: string, to: string, move = rename): Promise<void> {
  return untilReleased(() => move(from, to));
}

/**
 * The same for code that cannot wait for a promise. It blocks its thread meanwhile, on Windows only: elsewhere
 * these errors are final.
 *
 * @param move renames once
 * @param platform of Node
 * @throws the error of the last attempt
 */
export function renameOverSync(
  from: string,
  to: string,
  move = renameSync,
  platform: NodeJS.Platform = process.platform,
): void {
  for (const waitMs of platform === 'win32' ? waitsMs : []) {
    try {
      move(from, to);
      return;
    } catch (error) {
      throwUnlessPassing(error);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
  }
  move(from, to);
}

/** Names that mean a device on Windows, with any extension. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i;

/** Most bytes of a file name: file systems take 255, and a draft next to the file has up to 22 more than the file. */
const longestFileName = 233;

/**
 * Refuses the name of a file to write that no system can have; and one that Windows refuses, gives to a device or changes
 * without saying so. With a colon, it would write into a hidden stream of another file.
 *
 * @param path of the file; only its last part is checked
 * @throws FailureError `invalid-input`
 */
export function refuseFileName(path: string, platform: NodeJS.Platform = process.platform): void {
  const fault = faultEverywhere(path) ?? (platform === 'win32' ? faultOnWindows(basename(path)) : undefined);
  if (fault === undefined) return;
  throw fail('invalid-input', `${fault} Nothing was written. Choose another name.`);
}

function faultEverywhere(path: string): string | undefined {
  if (path.includes('\0')) return 'A file name may not contain the character NUL.';
  return Buffer.byteLength(basename(path)) > longestFileName ? 'The name of the file is too long.' : undefined;
}

function faultOnWindows(name: string): string | undefined {
  const [sign] = /[<>:"|?*]/.exec(name) ?? [];
  if (sign !== undefined) return `A file name may not contain ${sign} on Windows.`;
  if (/[\0-\x1f]/.test(name)) return 'A file name may not contain control characters on Windows.';
  if (/[. ]$/.test(name)) return 'A file name may not end with a dot or a space on Windows.';
  return device.test(name) ? `${name} is the name of a device on Windows, not of a file.` : undefined;
}

/** A text as a name for a file, without its extension, that every system accepts: ASCII, 60 characters at most. */
export function asFileName(text: string): string {
  const name = text
    .replace(/[^\w.-]+/g, '_')
    .slice(0, 60)
    .replace(/\.+$/, '_');
  return name === '' || device.test(name) ? `_${name}` : name;
}
