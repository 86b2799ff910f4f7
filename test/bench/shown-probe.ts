/**
 * Loaded by Electron before an app (`-r`): prints a line once a window shows what
 * `PROXYDECK_BENCH_SHOWN`, the text of a function of the page, waits for. Of its standard input, the line `close` closes the
 * window, and `open` does what a second start does.
 */
import { createInterface } from 'node:readline';
import { app, BrowserWindow } from 'electron';

const isShown = process.env['PROXYDECK_BENCH_SHOWN'] ?? '';
const afterPaint = `new Promise((done) => {
  const look = () => requestAnimationFrame(() => ((${isShown})() ? requestAnimationFrame(() => setTimeout(done)) : look()));
  look();
})`;

app.on('browser-window-created', (_event, { webContents }) => {
  webContents.once('dom-ready', () => {
    void webContents.executeJavaScript(afterPaint).then(() => {
      console.log('shown');
    });
  });
});

app.on('window-all-closed', () => {
  console.log('closed');
});
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'close') BrowserWindow.getAllWindows()[0]?.close();
  if (line === 'open') app.emit('second-instance');
});
