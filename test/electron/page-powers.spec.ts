import { expect, test } from './fixture.ts';

test('the page can neither print nor open a file dialog', async ({ firstScreen: app }) => {
  const found = await app.page.evaluate(() =>
    ['showSaveFilePicker', 'showOpenFilePicker', 'showDirectoryPicker', 'print'].filter(
      (name) => Reflect.get(globalThis, name) !== undefined,
    ),
  );
  expect(found).toEqual([]);
});

test('the page cannot download a file', { tag: '@slow' }, async ({ app }) => {
  const states = await app.evaluate(async (electron) => {
    const { session } = electron as unknown as typeof Electron.Main;
    const contents = electron.BrowserWindow.getAllWindows()[0]?.webContents;
    const seen: unknown[] = [];
    session.defaultSession.on('will-download', (event, item) => {
      // Without a path the system's dialog would ask for one.
      if (!event.defaultPrevented) item.setSavePath('/dev/null');
      seen.push(event.defaultPrevented);
    });
    await contents?.executeJavaScript(
      `for (const href of ['data:text/plain,x', URL.createObjectURL(new Blob(['x']))]) {
      const link = document.createElement('a');
      Object.assign(link, { href, download: 'x.txt' });
      link.click();
    }`,
      true,
    );
    const deadlineMs = Date.now() + 10_000;
    while (seen.length < 2 && Date.now() < deadlineMs) await new Promise((done) => setTimeout(done, 50));
    return seen;
  }, null);
  expect(states.length).toBeGreaterThan(0);
  expect(states.every((isPrevented) => isPrevented === true)).toBe(true);
});

test('a page that wants to stay does not keep the app from quitting', { tag: '@slow' }, async ({ app }) => {
  await app.page.evaluate(() => {
    addEventListener('beforeunload', (event) => {
      event.preventDefault();
    });
  });
  await app.page.getByRole('button', { name: 'Add an account' }).click();
  process.kill(app.pid, 'SIGTERM');
  // A bound, beyond the ten seconds that the app gives what it closes.
  const late = new Promise<string>((done) => setTimeout(done, 20_000, 'still running'));
  expect(await Promise.race([app.ended, late])).toBe(0);
});
