import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { launchApp } from '../support/launch-app.ts';
import { expect, test } from './fixture.ts';

test('the window has two functions of Proxydeck and nothing of Node or Electron', async ({
  app,
}) => {
  const found = await app.page.evaluate(() => ({
    bridge: Object.keys(Reflect.get(globalThis, 'bridge') as object).sort(),
    hidden: Object.keys(globalThis).filter((name) => /^(binding|dispatch)_/.test(name)),
    leaked: ['require', 'process', 'module', 'electron', 'ipcRenderer', '__dirname'].filter(
      (name) => name in globalThis,
    ),
  }));
  expect(found).toEqual({ bridge: ['on', 'request'], hidden: [], leaked: [] });
});

test('a script that did not come with the app does not run', async ({ app }) => {
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

test('the page reaches no other address, and without its policy neither', async ({ app }) => {
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
    setTimeout(resolve, 1000, 'something else');
    return promise;
  }, address);
  expect(refusedBy).toBe('connect-src');
  // The session refuses it as well.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  // Chromium alone would refuse it too, because nobody granted the permission.
  if (app.kind === 'stand-in') await page.context().grantPermissions(['local-network-access']);
  await page.reload();
  const outcome = await page.evaluate(
    (target) => fetch(target).then(() => 'reached', String),
    address,
  );
  expect(outcome).toContain('TypeError');
  if (app.kind === 'stand-in') await page.context().clearPermissions();
  await session.send('Page.setBypassCSP', { enabled: false });
  await page.reload();
  expect(asked).toEqual([]);
  server.close();
});

test('the page is not left for another one', async ({ app }) => {
  const before = app.page.url();
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const asked = new Promise((done) => contents?.once('will-navigate', done));
    Reflect.set(globalThis, 'navigationAsked', asked);
  }, null);
  await app.page.evaluate(() => {
    location.href = 'https://example.com/';
  });
  await app.evaluate(async () => {
    await Reflect.get(globalThis, 'navigationAsked');
  }, null);
  expect(app.page.url()).toBe(before);
});

test('values that cannot be cloned or do not match the contract are refused', async ({ app }) => {
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
      await attempt('proxies:list', { accountId: 'x', where: '', sort: [], offset: -1, limit: 1 }),
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

test('no window opens, and its page is not requested', async ({ app }) => {
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
  expect(
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length, null),
  ).toBe(1);
  server.close();
});

test('WebRTC sends nothing', async ({ app }) => {
  const socket = createSocket('udp4');
  let packetCount = 0;
  socket.on('message', () => (packetCount += 1));
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  const state = await app.page.evaluate(async (port) => {
    const connection = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
    connection.createDataChannel('probe');
    await connection.setLocalDescription(await connection.createOffer());
    await new Promise((done) => setTimeout(done, 2000));
    return connection.iceGatheringState;
  }, socket.address().port);
  socket.close();
  expect(packetCount).toBe(0);
  expect(state).not.toBe('new');
});

test('text becomes neither markup nor script of the page', async ({ app }) => {
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

test('the window reopens at its last size', async ({ userDataDir }) => {
  const sizeOf = (app: Awaited<ReturnType<typeof launchApp>>): Promise<number[] | undefined> =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize(), null);
  const first = await launchApp({ userDataDir });
  const [width = 0, height = 0] = (await sizeOf(first)) ?? [];
  // Electron keeps a window within the display that is there.
  if (first.kind === 'stand-in') expect([width, height]).toEqual([1600, 900]);
  else expect(width >= 900 && width <= 1600 && height >= 600 && height <= 900).toBe(true);
  await first.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setSize(950, 620);
  }, null);
  await expect.poll(() => sizeOf(first)).toEqual([950, 620]);
  await first.close();
  const second = await launchApp({ userDataDir });
  try {
    expect(await sizeOf(second)).toEqual([950, 620]);
  } finally {
    await second.close();
  }
});
