/** The output of the app's program on a terminal, if it does not open the window. */
export interface Answer {
  readonly text: string;
  readonly exitCode: 0 | 2;
}

/**
 * The arguments that are meant for the app: without the program, the folder of the app (unless
 * packaged), and the switches of Chromium and its launchers, which can come before and after it.
 */
export function ownArguments(
  argv: readonly string[],
  { isPackaged, isAppFolder }: { isPackaged: boolean; isAppFolder: (argument: string) => boolean },
): string[] {
  const folder = isPackaged ? 0 : argv.findIndex((argument, index) => index > 0 && isAppFolder(argument));
  const answered = ['--version', '--help', '-h'];
  return argv.slice(folder + 1).filter((argument) => !argument.startsWith('-') || answered.includes(argument));
}

/**
 * The window's program is not the command line: it cannot read standard input on Windows, and
 * it needs a display on Linux. A word that is not a command is ignored, such as a file that was
 * dropped on the app's icon.
 *
 * @param commands the words that the command line begins with
 * @returns undefined if the window should open
 */
export function answerArguments(
  words: readonly string[],
  version: string,
  commands: readonly string[],
): Answer | undefined {
  const [first] = words;
  if (first === undefined) return undefined;
  if (first === '--version') return { text: version, exitCode: 0 };
  const commandLine = `The command line is a program of its own, the npm package of the same release:
  npm install --global ./proxydeck-${version}.tgz
  proxydeck --help`;
  if (['--help', '-h', 'help'].includes(first)) {
    const usage = `Proxydeck ${version}. Without arguments, the window opens.`;
    const folder = '--user-data-dir=DIR keeps its data in another folder.';
    return { text: `${usage}\n${folder}\n\n${commandLine}`, exitCode: 0 };
  }
  if (!commands.includes(first)) return undefined;
  return { text: `This program only opens the window. ${commandLine}`, exitCode: 2 };
}

/** Switches through which another program could read the window or the main process. */
const debuggingSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-wait',
  'js-flags',
];

/** The first switch that prevents a packaged app from starting. */
export const findRefusedSwitch = (hasSwitch: (name: string) => boolean): string | undefined =>
  debuggingSwitches.find(hasSwitch);
