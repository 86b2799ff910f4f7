import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NsisUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Clock } from '../../src/main/ports.ts';
import { canUpdate, createUpdates, hostRules, type Updater } from '../../src/main/updates.ts';

const day = 24 * 60 * 60 * 1000;
const feedOfPublisher = 'provider: generic\nurl: https://example.com\npublisherName:\n  - Maker\n';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proxydeck-updates-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const writeFeed = (content: string): void => {
  writeFileSync(join(folder, 'app-update.yml'), content);
};
const installedOn = (
  platform: NodeJS.Platform,
): { isPackaged: true; platform: NodeJS.Platform; resourcesPath: string } => ({
  isPackaged: true,
  platform,
  resourcesPath: folder,
});

/** A clock whose timers run when the test says so. */
function createManualClock(): Clock & { run(): void; delays(): number[] } {
  let timers: { delayMs: number; call: () => void }[] = [];
  return {
    wallMs: () => 0,
    monotonicMs: () => 0,
    after(delayMs, call) {
      const timer = { delayMs, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    run() {
      const due = timers;
      timers = [];
      for (const { call } of due) call();
    },
    delays: () => timers.map(({ delayMs }) => delayMs),
  };
}

function createMemoryLog(): { lines: string[]; info: (e: string) => void; error: (e: string, x: unknown) => void } {
  const lines: string[] = [];
  return {
    lines,
    info: (event) => lines.push(event),
    error: (event, error) => lines.push(`${event}: ${String(error)}`),
  };
}

test('an app that was built without a feed never updates itself', () => {
  expect(canUpdate(installedOn('darwin'))).toBe(false);
  expect(canUpdate(installedOn('win32'))).toBe(false);
});

test('only an installation whose updates are verified updates itself', () => {
  writeFeed(feedOfPublisher);
  expect(canUpdate(installedOn('darwin'))).toBe(true);
  expect(canUpdate(installedOn('win32'))).toBe(true);
  // A package manager owns it, or nobody signs it.
  expect(canUpdate(installedOn('linux'))).toBe(false);
  expect(canUpdate({ ...installedOn('darwin'), isPackaged: false })).toBe(false);
  writeFeed('provider: generic\nurl: https://example.com\n');
  expect(canUpdate(installedOn('win32'))).toBe(false);
});

test('the updater is not even loaded while the setting is off or updates are impossible', () => {
  const clock = createManualClock();
  const load = (): Promise<Updater> => Promise.reject(new Error('loaded'));
  const log = createMemoryLog();
  createUpdates({ installation: installedOn('darwin'), log, load, clock }).follow(true);
  expect(clock.delays()).toEqual([]);
  writeFeed(feedOfPublisher);
  const updates = createUpdates({ installation: installedOn('darwin'), log, load, clock });
  expect(clock.delays()).toEqual([]);
  updates.follow(true);
  expect(clock.delays()).toEqual([30_000]);
  updates.follow(false);
  expect(clock.delays()).toEqual([]);
});

test('an error is logged, and the next check comes a day later', async () => {
  writeFeed(feedOfPublisher);
  const clock = createManualClock();
  const log = createMemoryLog();
  const updates = createUpdates({
    installation: installedOn('darwin'),
    log,
    clock,
    load: () => Promise.reject(new Error('no network')),
  });
  updates.follow(true);
  clock.run();
  expect(clock.delays()).toEqual([day]);
  await expect.poll(() => log.lines).toEqual(['update: Error: no network']);
});

test('an update that was downloaded is installed at a quit or at once, but not while the setting is off', async () => {
  writeFeed(feedOfPublisher);
  const clock = createManualClock();
  const log = createMemoryLog();
  const installs: boolean[][] = [];
  const updater: Updater = {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    logger: {},
    quitAndInstall: (...options) => installs.push(options),
    checkForUpdates: () => Promise.resolve({ updateInfo: { version: '2.0.0' }, downloadPromise: Promise.resolve() }),
  };
  const load = (): Promise<Updater> => Promise.resolve(updater);
  const ready: (string | undefined)[] = [];
  const onReady = (): void => void ready.push(updates.ready());
  const updates = createUpdates({ installation: installedOn('darwin'), log, clock, load, onReady });
  updates.follow(true);
  clock.run();
  await expect.poll(() => log.lines).toEqual(['update downloaded']);
  expect(updater).toMatchObject({ autoDownload: true, autoInstallOnAppQuit: true });
  updates.follow(false);
  expect(updater.autoInstallOnAppQuit).toBe(false);
  expect(ready).toEqual(['2.0.0', undefined]);
  updates.follow(true);
  expect(installs).toEqual([]);
  updates.install();
  // Without questions, and started again.
  expect(installs).toEqual([[true, true]]);
});

test.each([
  { signedBy: 'the publisher', verdict: null, lines: ['update downloaded'] },
  {
    signedBy: 'somebody else',
    verdict: 'Maker did not sign it',
    lines: [expect.stringContaining('is not signed by the application owner')],
  },
])('an update from a feed that $signedBy signed', async ({ verdict, lines }) => {
  const installer = Buffer.from('a new installer');
  const server = await serveFeed(installer);
  try {
    const { port } = server.address() as AddressInfo;
    writeFeed(feedOfPublisher.replace('https://example.com', `http://127.0.0.1:${port}`));
    const clock = createManualClock();
    const log = createMemoryLog();
    const load = (): Promise<Updater> => Promise.resolve(createNsisUpdater(verdict));
    createUpdates({ installation: installedOn('win32'), log, clock, load }).follow(true);
    clock.run();
    await expect.poll(() => log.lines).toEqual(lines);
  } finally {
    server.close();
  }
});

/** electron-updater itself; only Electron's part in it is played by the test. */
function createNsisUpdater(verdict: string | null): Updater {
  const updater = new NsisUpdater(null, {
    version: '0.1.0',
    name: 'proxydeck',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    userDataPath: join(folder, 'data'),
    baseCachePath: join(folder, 'cache'),
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
  // It downloads and verifies hashes as always, but over Node's network stack. The field is private.
  const executor = new ElectronHttpExecutor();
  Reflect.set(executor, 'createRequest', request);
  Reflect.set(updater, 'httpExecutor', executor);
  // Windows verifies signatures through PowerShell.
  updater.verifyUpdateCodeSignature = () => Promise.resolve(verdict);
  return updater;
}

async function serveFeed(installer: Buffer): Promise<Server> {
  const sha512 = createHash('sha512').update(installer).digest('base64');
  const name = 'Proxydeck-Setup-9.0.0-x64.exe';
  const feed = [
    'version: 9.0.0',
    'files:',
    `  - url: ${name}`,
    `    sha512: ${sha512}`,
    `    size: ${installer.length}`,
    `path: ${name}`,
    `sha512: ${sha512}`,
    "releaseDate: '2026-11-22T00:00:00.000Z'",
  ].join('\n');
  const server = createServer(({ url = '' }, response) => {
    if (/^\/latest[\w-]*\.yml/.test(url)) response.end(feed);
    else if (url === `/${name}`) response.end(installer);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

test('a package resolves the host of its feed and no other one', () => {
  writeFeed(feedOfPublisher);
  expect(hostRules(installedOn('win32'))).toBe('MAP * ~NOTFOUND , EXCLUDE example.com');
  writeFeed("provider: generic\nurl: 'https://updates.example.com:8443/a/b'\n");
  expect(hostRules(installedOn('darwin'))).toBe('MAP * ~NOTFOUND , EXCLUDE updates.example.com');
});

test('a package that cannot update itself, or whose feed names no host, resolves nothing', () => {
  expect(hostRules(installedOn('darwin'))).toBe('MAP * ~NOTFOUND');
  for (const line of ['', 'url: nowhere', 'url: https://*/', 'url: https://[::1]/']) {
    writeFeed(`provider: generic\n${line}\n`);
    expect(hostRules(installedOn('darwin')), line).toBe('MAP * ~NOTFOUND');
  }
  writeFeed(feedOfPublisher);
  expect(hostRules(installedOn('linux'))).toBe('MAP * ~NOTFOUND');
});
