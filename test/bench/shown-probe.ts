/**
 * Loaded by Electron before an app (`-r`): prints a line once the first window shows what
 * `PROXYDECK_BENCH_SHOWN`, the text of a function of the page, waits for.
 */
import { app } from 'electron';

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
