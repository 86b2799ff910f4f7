/** The worker's X display, as programs outside the app see it and act on it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { lacks } from '../support/needs.ts';

const execute = promisify(execFile);

/** What is missing for a display that a test may use with real keys and a real pointer. */
export const lacksOwnDisplay = (): string | undefined =>
  lacks('xvfb', 'dbus', 'gnome-keyring', 'xdotool', 'imagemagick', 'xclip', 'xsettingsd');

/** Presses keys, moves the pointer and finds windows. @returns what xdotool prints */
export async function xdotool(...args: readonly (string | number)[]): Promise<string> {
  const { stdout } = await execute('xdotool', args.map(String));
  return stdout.trim();
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What the display shows in an area: three bytes per pixel. */
export async function readScreen(area: Area): Promise<Buffer> {
  const crop = `${area.width}x${area.height}+${area.x}+${area.y}`;
  const { stdout } = await execute('import', ['-silent', '-window', 'root', '-crop', crop, '-depth', '8', 'rgb:-'], {
    encoding: 'buffer',
    maxBuffer: 2 ** 26,
  });
  return stdout;
}

/** A picture as three bytes per pixel. */
export async function readPicture(png: Buffer): Promise<Buffer> {
  const reading = execute('convert', ['png:-', '-depth', '8', 'rgb:-'], {
    encoding: 'buffer',
    maxBuffer: 2 ** 26,
  });
  reading.child.stdin?.end(png);
  return (await reading).stdout;
}

/** The text on the clipboard, as another program reads it; null if there is none. */
export async function readClipboard(): Promise<string | null> {
  return execute('xclip', ['-selection', 'clipboard', '-out']).then(
    ({ stdout }) => stdout,
    () => null,
  );
}

/** Takes over the text on the clipboard, as a clipboard manager does. */
export async function takeOverClipboard(): Promise<void> {
  const xclip = 'xclip -selection clipboard';
  // The second one stays in the background, and must not hold the pipe of this process.
  await execute('sh', ['-c', `${xclip} -out | ${xclip} -in > /dev/null 2>&1`]);
}
