/** The module that `import ... from 'electron'` gives on the stand-in: only what the app uses. */
export { app } from './app.ts';
export { BrowserWindow } from './window.ts';
export { ipcMain } from './ipc.ts';
export { protocol } from './protocol.ts';
export { net, powerMonitor } from './power.ts';
export {
  clipboard,
  ClipboardItem,
  dialog,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  screen,
  session,
  shell,
} from './desktop.ts';
