import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '../../src/shared/json.ts';
import { startDemoService } from '../support/demo-service.ts';
import { launchApp, type RunningApp } from '../support/launch-app.ts';
import { lacks } from '../support/needs.ts';
import { startSilentBus } from '../support/start-silent-bus.ts';
import { addAccount } from '../page/add-account.ts';
import { expect, test } from './fixture.ts';
import { openView } from '../page/open-view.ts';

/** Ten seconds for closing, and time for a machine that has other work. */
const endMs = 20_000;

/** The exit code or the signal that ended the app; "still running" if it does not end. */
const endOf = (app: RunningApp): Promise<number | string> =>
  Promise.race([app.ended, new Promise<string>((done) => setTimeout(done, endMs, 'still running'))]);

const ways: Readonly<Record<string, (app: RunningApp) => Promise<unknown> | undefined>> = {
  'a signal': (app) => {
    process.kill(app.pid, 'SIGTERM');
    return undefined;
  },
  'the menu': (app) =>
    app.evaluate(({ app: main }) => {
      setTimeout(() => {
        main.quit();
      }, 0);
    }, null),
  'the cross of its window': (app) =>
    app.evaluate(({ BrowserWindow }) => {
      setTimeout(() => {
        BrowserWindow.getAllWindows()[0]?.close();
      }, 0);
    }, null),
};

for (const [name, quit] of Object.entries(ways)) {
  const tag = name === 'a signal' ? [] : ['@slow'];
  test(`the app ends on its first screen by ${name}`, { tag }, async ({ app }) => {
    await quit(app);
    expect(await endOf(app)).toBe(0);
  });
}

/** Adds an account whose service answers nothing until `answer` is called, so that its first sync continues. */
async function startFirstSync(app: RunningApp): Promise<{ answer(): void }> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const demo = await startDemoService({ proxyCount: 3, faults: () => promise });
  await addAccount(app.page, demo);
  await expect.poll(() => demo.requests.length).toBeGreaterThan(0);
  void app.ended.then(() => demo.close());
  return {
    answer() {
      resolve(undefined);
    },
  };
}

/** The user's answer to the question of the app. */
const answerWith = (app: RunningApp, label: string): Promise<unknown> =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showMessageBox = ((_window: unknown, options: Electron.MessageBoxOptions) => {
      Reflect.set(globalThis, 'askedAbout', options.detail);
      return Promise.resolve({ response: options.buttons?.indexOf(chosen) });
    }) as unknown as typeof dialog.showMessageBox;
  }, label);

test('quitting in a first sync asks, and the app ends when the sync is finished', async ({ app }) => {
  const sync = await startFirstSync(app);
  for (const [name, quit] of Object.entries(ways)) {
    if (name === 'a signal') continue;
    await answerWith(app, 'Cancel');
    await quit(app);
    await expect
      .poll(() => app.evaluate(() => Reflect.get(globalThis, 'askedAbout') as unknown, null))
      .toContain('the first sync of Northwind');
    await app.evaluate(() => Reflect.deleteProperty(globalThis, 'askedAbout'), null);
  }
  await answerWith(app, 'Quit when finished');
  await ways['the menu']?.(app);
  sync.answer();
  expect(await endOf(app)).toBe(0);
});

/** The IDs of the proxies that a request to test asks for. */
const testedIds = (body: JsonObject = {}): readonly unknown[] =>
  Array.isArray(body['proxies'])
    ? body['proxies'].map((proxy) => (isJsonObject(proxy) ? proxy['proxy_id'] : null))
    : [];

test(
  'a first sync and a test run that quitting interrupted continue at the next start, and are not called canceled',
  { tag: '@slow' },
  async ({ userDataDir }) => {
    test.slow();
    const missing = lacks('keytar', 'xvfb', 'dbus', 'gnome-keyring');
    test.skip(process.platform === 'linux' && missing !== undefined, missing ?? '');
    /** Requests of a path wait until it is opened. */
    const gate = { path: '/proxy_user/', open: Promise.withResolvers<undefined>() };
    const demo = await startDemoService({
      proxyCount: 60,
      faults: ({ path }) => (path.includes(gate.path) ? gate.open.promise : undefined),
    });
    const sent = (part: string) => demo.requests.filter(({ path }) => path.includes(part));
    const question = (app: RunningApp) => app.evaluate(() => Reflect.get(globalThis, 'askedAbout') as unknown, null);
    const quitNow = async (app: RunningApp): Promise<void> => {
      await answerWith(app, 'Quit now');
      await ways['the menu']?.(app);
      expect(await endOf(app)).toBe(0);
    };

    const first = await launchApp({ userDataDir });
    await addAccount(first.page, demo, false);
    await expect.poll(() => sent(gate.path).length).toBeGreaterThan(0);
    await quitNow(first);

    gate.open.resolve(undefined);
    const second = await launchApp({ userDataDir });
    const { page } = second;
    await expect(page.getByRole('contentinfo')).toContainText('First sync not finished');
    // Nobody has to start it.
    await expect(page.getByText(/^Synced /).first()).toBeVisible({ timeout: 60_000 });
    await openView(page, 'users');
    await expect(page.getByRole('grid', { name: 'Proxy users' }).getByRole('row').nth(1)).toBeVisible();

    await openView(page, 'proxies');
    const grid = page.getByRole('grid', { name: 'Proxies' });
    await expect(grid).toHaveAttribute('aria-rowcount', '61');
    await page.keyboard.press('ControlOrMeta+t');
    const dialog = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
    const creates = () => sent('/proxy_test_run/create');
    gate.open = Promise.withResolvers<undefined>();
    gate.path = '/proxy_test_run/create';
    await dialog.getByRole('button', { name: 'Start test' }).click();
    await expect.poll(() => creates().length).toBe(1);
    await answerWith(second, 'Cancel');
    await ways['the menu']?.(second);
    await expect.poll(() => question(second)).toContain('test run 1 of Northwind');
    await expect(page.getByRole('region', { name: 'Results' }).getByRole('button', { name: 'Pause' })).toBeVisible();
    await quitNow(second);

    gate.open.resolve(undefined);
    const third = await launchApp({ userDataDir });
    await openView(third.page, 'tests');
    await expect(third.page.getByText(/^Paused after 20 of \d+ proxies/).first()).toBeVisible();
    await third.page.getByRole('button', { name: 'Resume', exact: true }).click();
    await expect(third.page.getByText(/^Finished/).first()).toBeVisible();
    // Of the request that the end interrupted nobody knows the outcome: it is not repeated.
    const ids = creates().flatMap(({ body }) => testedIds(body));
    expect(ids).toHaveLength(60);
    expect(new Set(ids).size).toBe(60);
    await third.close();
    await demo.close();
  },
);

test('a signal ends the app in a first sync without a question', { tag: '@slow' }, async ({ app }) => {
  await startFirstSync(app);
  await answerWith(app, 'Cancel');
  await ways['a signal']?.(app);
  expect(await endOf(app)).toBe(0);
});

/** The process and its descendants, those that end last first. */
function findTree(id: number): readonly number[] {
  const tasks = `/proc/${String(id)}/task`;
  const children = readdirSync(tasks)
    .flatMap((task) => readFileSync(`${tasks}/${task}/children`, 'utf8').split(' '))
    .filter((child) => child !== '');
  return [...children.flatMap((child) => findTree(Number(child))), id];
}

/** Which of a process and its descendants get a signal. */
const signaled: Readonly<Record<string, (tree: readonly number[]) => readonly number[]>> = {
  // As at a logout.
  'all of its processes': (tree) => tree,
  // As by `pkill -f` with the name of the data folder: the page's process can be started again.
  'all of its processes but those that start others': (tree) =>
    tree.filter((id) => readArguments(String(id)).includes('--user-data-dir=')),
};

for (const [name, choose] of Object.entries(signaled)) {
  test(`the app ends normally if ${name} get the signal at once`, { tag: '@slow' }, async ({ app }) => {
    test.skip(process.platform !== 'linux', 'Only Linux lists processes as files.');
    await startFirstSync(app);
    const chosen = choose(findTree(app.pid));
    expect(chosen.length).toBeGreaterThan(3);
    for (const id of chosen) process.kill(id, 'SIGTERM');
    expect(await endOf(app)).toBe(0);
  });
}

test('the app quits from its menu although its page hangs', { tag: '@slow' }, async ({ app }) => {
  await answerWith(app, 'Wait');
  await app.page.evaluate(() => {
    setTimeout(() => {
      for (;;);
    }, 0);
  });
  await ways['the menu']?.(app);
  expect(await endOf(app)).toBe(0);
});

test('a start while the app closes starts it again afterwards', { tag: '@slow' }, async ({ app, userDataDir }) => {
  test.skip(process.platform !== 'linux', 'Only Linux lists processes as files.');
  await app.evaluate(({ app: main, BrowserWindow }, folder) => {
    const { writeFileSync: write } = process.getBuiltinModule('fs');
    // Playwright hides the switch with which it started the app, and without it Chromium ends at once for root.
    process.argv.push('--no-sandbox');
    // After the app's own listener, so closing has begun.
    main.once('will-quit', () => {
      const count = BrowserWindow.getAllWindows().length;
      main.emit('second-instance');
      main.emit('activate');
      write(`${folder}/opened`, String(BrowserWindow.getAllWindows().length - count));
    });
    setTimeout(() => {
      main.quit();
    }, 0);
  }, userDataDir);
  expect(await endOf(app)).toBe(0);
  expect(readFileSync(join(userDataDir, 'opened'), 'utf8')).toBe('0');
  const startedAgain = (): readonly number[] => findApps(userDataDir);
  await expect.poll(startedAgain).toHaveLength(1);
  for (const id of startedAgain()) process.kill(id, 'SIGKILL');
});

/** The IDs of the app's main processes whose data is in a folder. */
function findApps(userDataDir: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .filter((id) => {
      // Chromium joins the arguments of its processes with spaces.
      const text = readArguments(id);
      return text.includes(`--user-data-dir=${userDataDir}`) && !text.includes('--type=');
    })
    .map(Number);
}

function readArguments(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    // It ended meanwhile.
    return '';
  }
}

test('the app ends while the keychain does not answer', { tag: '@slow' }, async ({ userDataDir, exportDir }) => {
  test.skip(process.platform !== 'linux', 'The bus of the Secret Service is one of Linux.');
  const missing = lacks('keytar', 'dbus');
  test.skip(missing !== undefined, missing ?? '');
  const bus = await startSilentBus(exportDir);
  const demo = await startDemoService({ proxyCount: 3 });
  const app = await launchApp({ userDataDir, env: { DBUS_SESSION_BUS_ADDRESS: bus.address } });
  try {
    const { page } = app;
    await page.getByRole('button', { name: 'Add an account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Northwind');
    await dialog.getByLabel('Base URL').fill(demo.baseUrl);
    await dialog.getByLabel('Public key').fill(demo.publicKey);
    await dialog.getByLabel('Private key').fill(demo.privateKey);
    await dialog.getByRole('button', { name: 'Add account' }).click();
    await bus.asked;
    process.kill(app.pid, 'SIGTERM');
    const code = await endOf(app);
    // A thread that waits for the system cannot be ended, only the process can.
    expect([0, 'SIGKILL']).toContain(code);
  } finally {
    bus.close();
    await demo.close();
  }
});
