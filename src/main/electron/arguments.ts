/** Printed instead of opening the window. */
export interface Answer {
  readonly text: string;
  readonly exitCode: 0 | 2;
}

/** Without program, folder and switches of Chromium. */
export function ownArguments(
  argv: readonly string[],
  { isPackaged, isAppFolder }: { isPackaged: boolean; isAppFolder: (argument: string) => boolean },
): string[] {
  const folder = isPackaged ? 0 : argv.findIndex((argument, index) => index > 0 && isAppFolder(argument));
  const answered = ['--version', '--help', '-h'];
  return argv.slice(folder + 1).filter((argument) => !argument.startsWith('-') || answered.includes(argument));
}

/**
 * Refers commands to the command line: this program lacks standard input on Windows, and needs a display on Linux.
 * Ignores other words, such as dropped files.
 *
 * @param commands first words
 * @returns undefined: the window opens
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

/** They let other programs read the app. */
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

export const findRefusedSwitch = (hasSwitch: (name: string) => boolean): string | undefined =>
  debuggingSwitches.find(hasSwitch);
