import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchApp, type RunningApp } from '../support/launch-app.ts';
import { expect, test } from './fixture.ts';

interface Usb {
  getDevices(): Promise<readonly unknown[]>;
}

test('the window has three functions of Proxydeck and nothing of Node or Electron', async ({ firstScreen: app }) => {
  const found = await app.page.evaluate(() => ({
    bridge: Object.keys(Reflect.get(globalThis, 'bridge') as object).sort(),
    hidden: Object.keys(globalThis).filter((name) => /^(binding|dispatch)_/.test(name)),
    leaked: ['require', 'process', 'module', 'electron', 'ipcRenderer', '__dirname'].filter(
      (name) => name in globalThis,
    ),
  }));
  expect(found).toEqual({ bridge: ['cancel', 'on', 'request'], hidden: [], leaked: [] });
});

test('a script that did not come with the app does not run', async ({ firstScreen: app }) => {
  const ran = await app.page.evaluate(async () => {
    const script = document.createElement('script');
    const refused = new Promise((done) => {
      addEventListener('securitypolicyviolation', done, { once: true });
    });
    try {
      script.textContent = 'globalThis.injected = true';
    } catch {
      // Here it is only text; inserted as a node it could run.
      script.append('globalThis.injected = true');
    }
    document.body.append(script);
    await refused;
    return 'injected' in globalThis;
  });
  expect(ran).toBe(false);
});

test('the page reaches no other address, and without its policy neither', async ({ firstScreen: app }) => {
  const { page } = app;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${String(port)}/`;
  const refusedBy = await page.evaluate(async (target) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const note = (event: SecurityPolicyViolationEvent): void => {
      resolve(event.effectiveDirective);
    };
    addEventListener('securitypolicyviolation', note, { once: true });
    await fetch(target).catch(String);
    // A bound: the event comes in a task of its own.
    setTimeout(resolve, 30_000, 'something else');
    return promise;
  }, address);
  expect(refusedBy).toBe('connect-src');
  // The session refuses it as well.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  await page.reload();
  const outcome = await page.evaluate((target) => fetch(target).then(() => 'reached', String), address);
  expect(outcome).toContain('TypeError');
  await session.send('Page.setBypassCSP', { enabled: false });
  await page.reload();
  expect(asked).toEqual([]);
  server.close();
});

test('the page is not left for another one', async ({ firstScreen: app }) => {
  const { page } = app;
  const before = page.url();
  let requestCount = 0;
  const server = createServer((_request, response) => {
    requestCount += 1;
    response.end('another page');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // Once this one is prevented, Electron does not emit `will-navigate`.
    const asked = new Promise((done) => {
      contents?.once('will-frame-navigate', (event) => {
        setImmediate(() => {
          done(event.defaultPrevented);
        });
      });
    });
    Reflect.set(globalThis, 'navigationAsked', asked);
  }, null);
  await page.evaluate(
    (address) => {
      location.href = address;
    },
    `http://127.0.0.1:${String(port)}/`,
  );
  expect(await app.evaluate(() => Reflect.get(globalThis, 'navigationAsked') as unknown, null)).toBe(true);
  expect(await page.evaluate(() => document.querySelector('button') !== null)).toBe(true);
  expect(page.url()).toBe(before);
  expect(requestCount).toBe(0);
  server.close();
  // Until another page is loaded, Playwright waits for the one that did not come before it looks for anything.
  await page.reload();
});

test('the page is granted no permission', async ({ firstScreen: app }) => {
  const answers = await app.page.evaluate(async () => {
    const attempt = (ask: () => Promise<unknown>): Promise<string> =>
      ask().then(String, (error: unknown) => (error instanceof Error ? error.name : 'an error'));
    return {
      notifications: await attempt(() => Notification.requestPermission()),
      clipboard: await attempt(() => navigator.clipboard.readText()),
      camera: await attempt(() => navigator.mediaDevices.getUserMedia({ video: true })),
      position: await new Promise((done) => {
        navigator.geolocation.getCurrentPosition(
          () => {
            done('given');
          },
          ({ code, PERMISSION_DENIED }) => {
            done(code === PERMISSION_DENIED ? 'denied' : String(code));
          },
        );
      }),
      usb: await attempt(() => (Reflect.get(navigator, 'usb') as Usb).getDevices()),
    };
  });
  expect(answers).toEqual({
    notifications: 'denied',
    clipboard: 'NotAllowedError',
    camera: expect.stringMatching(/^(NotAllowedError|NotFoundError)$/) as unknown,
    position: 'denied',
    usb: '',
  });
});

test('values that cannot be cloned or do not match the contract are refused', async ({ firstScreen: app }) => {
  const outcome = await app.page.evaluate(async () => {
    // The page's own type of the bridge would forbid these calls.
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string, args: unknown) => Promise<unknown>;
    };
    const attempt = (name: string, args: unknown): Promise<unknown> =>
      request(name, args).catch((error: unknown) => String(error));
    return [
      await attempt('accounts:list', () => 1),
      await attempt('accounts:list', { extra: 1 }),
      await attempt('constructor', undefined),
      await attempt('list:rows', {
        list: 'proxies',
        accountId: 'x',
        where: '',
        sort: [],
        offset: -1,
        limit: 1,
      }),
    ];
  });
  expect(outcome[0]).toMatch(/could not be cloned/);
  for (const refused of outcome.slice(1)) {
    expect(JSON.parse(String(refused))).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input' },
    });
  }
});

test('no window opens, and its page is not requested', async ({ firstScreen: app }) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('a popup');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await app.page.evaluate((address) => {
    Reflect.set(globalThis, 'popup', window.open(address));
  }, `http://127.0.0.1:${port}/popup`);
  // One that is denied does not come to be, or is closed again.
  await app.page.waitForFunction(() => {
    const popup = Reflect.get(globalThis, 'popup') as Window | null;
    return popup === null || popup.closed;
  });
  expect(asked).toEqual([]);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length, null)).toBe(1);
  server.close();
});

test('WebRTC sends nothing', { tag: '@slow' }, async ({ firstScreen: app }) => {
  const socket = createSocket('udp4');
  let packetCount = 0;
  socket.on('message', () => (packetCount += 1));
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  const { state, isOnline } = await app.page.evaluate(async (port) => {
    const connection = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
    connection.createDataChannel('probe');
    await connection.setLocalDescription(await connection.createOffer());
    // A server that is asked and stays silent delays the end of the search for addresses.
    await new Promise<void>((done) => {
      const look = (): void => {
        // On a machine without a network Chromium searches for ever.
        if (connection.iceGatheringState === 'complete' || !navigator.onLine) done();
      };
      connection.addEventListener('icegatheringstatechange', look);
      look();
    });
    return { state: connection.iceGatheringState, isOnline: navigator.onLine };
  }, socket.address().port);
  socket.close();
  expect(packetCount).toBe(0);
  if (isOnline) expect(state).toBe('complete');
});

test('text becomes neither markup nor script of the page', async ({ firstScreen: app }) => {
  const outcome = await app.page.evaluate(() => {
    try {
      document.body.innerHTML = '<p>injected</p>';
      return 'written';
    } catch (error) {
      return error instanceof TypeError ? 'refused' : String(error);
    }
  });
  expect(outcome).toBe('refused');
});

test('the window reopens where it was, on a display that is there', { tag: '@slow' }, async ({ userDataDir }) => {
  const boundsOf = (app: RunningApp) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds(), null);
  const first = await launchApp({ userDataDir });
  const usual = await boundsOf(first);
  expect(usual).toMatchObject({ width: 1600, height: 900 });
  const moved = { x: 120, y: 90, width: 950, height: 620 };
  await first.evaluate(({ BrowserWindow }, bounds) => {
    BrowserWindow.getAllWindows()[0]?.setBounds(bounds);
  }, moved);
  await expect.poll(() => boundsOf(first)).toEqual(moved);
  await first.close();

  const second = await launchApp({ userDataDir });
  expect(await boundsOf(second)).toEqual(moved);
  await second.close();

  const file = join(userDataDir, 'window.json');
  writeFileSync(file, JSON.stringify({ bounds: { ...moved, x: 9000 }, isMaximized: false }));
  const third = await launchApp({ userDataDir });
  expect(await boundsOf(third)).toEqual(usual);
  await third.close();
});

test('a start with an account never says that there is none', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('header')?.textContent.includes('No account') === true) {
        Reflect.set(globalThis, 'saidNone', true);
      }
    }).observe(document, { subtree: true, childList: true });
  });
  await page.reload();
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account Demo/ })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'saidNone') as unknown)).toBeUndefined();
});
