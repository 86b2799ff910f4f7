import { ownValue } from '../../shared/own-value.ts';
import { join } from 'node:path';
import { app, clipboard, dialog, shell } from 'electron';
import { version } from '../../../package.json';
import type { CloseAnswer } from './closing.ts';
import type { QuitAnswer } from './ending.ts';

function describeVersions(versions: NodeJS.ProcessVersions, system: string): string {
  const { electron, chrome, node } = versions;
  return `Electron ${electron}\nChromium ${chrome}\nNode ${node}\n${system}`;
}

export async function showAbout(window: Electron.BrowserWindow | undefined): Promise<void> {
  const system = `${process.platform} ${process.arch} ${process.getSystemVersion()}`;
  const versions = describeVersions(process.versions, system);
  const options = {
    type: 'info' as const,
    title: 'About Proxydeck',
    message: `Proxydeck ${version}`,
    detail: `${versions}\n\nMIT license`,
    buttons: ['Close', 'Copy', 'Licenses'],
    defaultId: 0,
    cancelId: 0,
  };
  const { response } = await (window === undefined
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  if (response === 1) {
    const text = `Proxydeck ${version}\n${versions}`;
    await clipboard.writeText(text);
  }
  if (response === 2) await showLicenses();
}

/** As a text file. */
export async function showLicenses(): Promise<void> {
  const folder = app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'out');
  await shell.openPath(join(folder, 'licenses.txt'));
}

const answers: Readonly<Record<string, QuitAnswer>> = {
  'Quit when finished': 'when-finished',
  'Quit now': 'now',
  Cancel: 'stay',
};

export async function confirmQuit(
  window: Electron.BrowserWindow | undefined,
  work: readonly string[],
): Promise<QuitAnswer> {
  const labels = Object.keys(answers);
  const options: Electron.MessageBoxOptions = {
    type: 'question',
    message: 'Quit while Proxydeck is working?',
    detail: `In progress: ${work.join(', ')}.\n\nQuitting now stops this work. Everything received so far is saved, and a first sync continues at the next start.`,
    buttons: labels,
    defaultId: 0,
    cancelId: labels.indexOf('Cancel'),
  };
  // A minimized window would hide the question.
  if (window?.isMinimized() === true) window.restore();
  const { response } = await (window === undefined
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return ownValue(answers, labels[response] ?? '') ?? 'stay';
}

/** Asks about an act without a press of the user. */
export async function confirmAct(window: Electron.BrowserWindow | undefined, question: string): Promise<boolean> {
  if (window === undefined) return false;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: question,
    detail:
      'The window requested this, but no key or button was pressed in it. If you did not ask for it, choose Cancel.',
    buttons: ['Continue', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}

/**
 * @param work what would stop, as sentences
 * @param hasIcon otherwise the window is minimized
 */
export async function confirmBackground(
  window: Electron.BrowserWindow | undefined,
  work: readonly string[],
  hasIcon: boolean,
): Promise<CloseAnswer> {
  const listed = work.map((sentence) => `• ${sentence}`).join('\n');
  const labels = [hasIcon ? 'Keep running' : 'Got it', 'Quit', 'Cancel'];
  const options: Electron.MessageBoxOptions = {
    type: 'question',
    ...(hasIcon
      ? {
          message: 'Keep Proxydeck running in the background?',
          detail: `If you quit, this stops:\n\n${listed}\n\nThe icon in the panel shows what is running and opens the window again. You can change this in Settings, General.`,
        }
      : {
          message: 'Proxydeck stays in the taskbar',
          detail: `This desktop does not show icons of programs, so Proxydeck minimizes its window instead of closing it. This keeps running:\n\n${listed}\n\nTo stop everything, choose Quit in the menu or press Ctrl+Q. This message is shown once.`,
        }),
    buttons: labels,
    defaultId: 0,
    cancelId: labels.indexOf('Cancel'),
  };
  const { response } = await (window === undefined
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return (['keep', 'quit', 'stay'] as const)[response] ?? 'stay';
}
