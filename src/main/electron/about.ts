import { join } from 'node:path';
import { app, clipboard, ClipboardItem, dialog, shell } from 'electron';
import { version } from '../../../package.json';

/** The versions of the app and of what it runs on, as a report of a problem needs them. */
function describeVersions(versions: NodeJS.ProcessVersions, system: string): string {
  const { electron, chrome, node } = versions;
  return `Electron ${electron}\nChromium ${chrome}\nNode ${node}\n${system}`;
}

/** Shows the version of the app, and copies it on request. */
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
    await clipboard.write([new ClipboardItem({ 'text/plain': text })]);
  }
  if (response === 2) await showLicenses();
}

/** Opens the licenses of everything that the app contains, in the program for text files. */
export async function showLicenses(): Promise<void> {
  const folder = app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'out');
  await shell.openPath(join(folder, 'licenses.txt'));
}
