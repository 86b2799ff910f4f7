import { dialog } from 'electron';

/** Asks whether the user wants something that nobody was seen to ask for in the window. */
export async function confirmAct(
  window: Electron.BrowserWindow | undefined,
  question: string,
): Promise<boolean> {
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
