/** The main process of a window that shows nothing, with a session in memory. */
import { app, BrowserWindow, Menu } from 'electron';

// The keys of a test are for its page.
Menu.setApplicationMenu(null);
// Playwright waits for the end of this file before it lets the app become ready.
void app.whenReady().then(async () => {
  const window = new BrowserWindow({ webPreferences: { partition: 'test', backgroundThrottling: false } });
  await window.loadURL('about:blank');
});
