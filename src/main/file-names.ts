import { basename } from 'node:path';
import { fail } from '../shared/failure.ts';

/** Names that mean a device on Windows, with any extension. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i;

/**
 * Refuses the name of a file to write that Windows refuses, gives to a device or changes without saying so. With a
 * colon, it would write into a hidden stream of another file. Other systems accept every name.
 *
 * @param path of the file; only its last part is checked
 * @throws FailureError `invalid-input`
 */
export function refuseFileName(path: string, platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'win32') return;
  const fault = faultOf(basename(path));
  if (fault === undefined) return;
  throw fail('invalid-input', `${fault} Nothing was written. Choose another name.`);
}

function faultOf(name: string): string | undefined {
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
