import { dialog } from 'electron';
import type { QuitAnswer } from './quitting.ts';

const answers: Readonly<Record<string, QuitAnswer>> = {
  'Quit when finished': 'when-finished',
  'Quit now': 'now',
  Cancel: 'stay',
};

/** Asks what becomes of the work in progress when the app quits. */
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
  return answers[labels[response] ?? ''] ?? 'stay';
}

/** Asks whether the user wants something that nobody was seen to ask for in the window. */
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
