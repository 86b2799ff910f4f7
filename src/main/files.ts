import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { basename } from 'node:path';
import { fail } from '../shared/failure.ts';

/** About a second in total: scanners and indexers close files sooner. */
const waitsMs = [20, 50, 100, 200, 300, 400];

/** Mostly of Windows, for a file that is open elsewhere for a moment. */
const passing = new Set(['EPERM', 'EBUSY', 'EACCES']);

function throwUnlessPassing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && passing.has(String(error.code)))) throw error;
}

/**
 * Repeats a file operation for about a second while another program has the file open.
 *
 * @throws the last error
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
 * Renames over a file; see `untilReleased`.
 *
 * @param move renames once
 * @throws the last error
 */
export function renameOver(from: string, to: string, move = rename): Promise<void> {
  return untilReleased(() => move(from, to));
}

/**
 * Blocks its thread meanwhile, on Windows only: elsewhere these errors are final.
 *
 * @param move renames once
 * @throws the last error
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

/** Devices of Windows, with any extension. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i;

/** File systems take 255 bytes, and a draft needs up to 22 more. */
const longestFileName = 233;

/**
 * Refuses a file name that no system accepts, or that Windows refuses, changes or gives to a device; a colon would
 * write into a hidden stream.
 *
 * @param path only the last part counts
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

/** A name without extension that every system accepts: ASCII, 60 characters at most. */
export function asFileName(text: string): string {
  const name = text
    .replace(/[^\w.-]+/g, '_')
    .slice(0, 60)
    .replace(/\.+$/, '_');
  return name === '' || device.test(name) ? `_${name}` : name;
}
