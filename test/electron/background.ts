/** What tests of the app without its window share. */
import { once } from 'node:events';
import { createServer, request as requestHttp, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { defaultRule } from '../../src/shared/gateway/gateway.ts';
import type { RequestName } from '../../src/shared/ipc.ts';
import { addAccount } from '../page/add-account.ts';
import { ageOfSync } from '../page/open-demo.ts';
import { startDemoService } from '../support/demo-service.ts';
import { launchApp, type RunningApp } from '../support/launch-app.ts';
import { createPlainProxy } from '../support/plain-proxy.ts';
import { findFreePort } from '../support/real-proxies.ts';
import { expect } from './fixture.ts';

/** A target whose responses to `/held` wait until they are released. */
async function startTarget() {
  const waiting = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url?.includes('held') === true) waiting.add(response);
    else response.end('arrived');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  return {
    url: `http://127.0.0.1:${String(port)}`,
    heldCount: () => waiting.size,
    release(): void {
      for (const response of waiting) response.end('arrived');
      waiting.clear();
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends a request as the page does. @returns its value */
export const ask = (page: Page, name: RequestName, args: unknown): Promise<unknown> =>
  page.evaluate(
    async ([sentName, sentArgs]) => {
      const { request } = Reflect.get(globalThis, 'bridge') as {
        request: (name: unknown, args: unknown) => Promise<string>;
      };
      const result = JSON.parse(await request(sentName, sentArgs)) as { value?: unknown; failure?: unknown };
      if (result.failure) throw new Error(JSON.stringify(result.failure));
      return result.value;
    },
    [name, args] as const,
  );

/** Answers each question of the app with the same button, and notes the questions. */
export const answerWith = (app: RunningApp, label: string): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    const asked: string[] = [];
    Reflect.set(globalThis, 'asked', asked);
    dialog.showMessageBox = ((...args: readonly unknown[]) => {
      const { message, buttons } = args.at(-1) as Electron.MessageBoxOptions;
      asked.push(message);
      return Promise.resolve({ response: buttons?.indexOf(chosen) });
    }) as unknown as typeof dialog.showMessageBox;
  }, label);
export const questions = (app: RunningApp) => app.evaluate(() => Reflect.get(globalThis, 'asked') as string[], null);

export const closeWindow = (app: RunningApp): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => {
    setTimeout(() => BrowserWindow.getAllWindows()[0]?.close(), 0);
  }, null);
export const windowCount = (app: RunningApp) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length, null);
/** Closes the window, and waits until it and its page are gone. */
export async function leaveWindow(app: RunningApp): Promise<void> {
  const page = await app.currentPage();
  await closeWindow(app);
  await expect.poll(() => windowCount(app)).toBe(0);
  await expect.poll(() => page.isClosed()).toBe(true);
}
export const quit = (app: RunningApp): Promise<void> =>
  app.evaluate(({ app: main }) => {
    setTimeout(() => {
      main.quit();
    }, 0);
  }, null);

const proxyCount = 20;

/** Starts the app with a gateway that is on, and a proxy and a target behind it. Tests by the service wait until `release`. */
export async function openWithGateway(userDataDir: string) {
  const proxy = createPlainProxy().listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port: proxyPort } = proxy.address() as AddressInfo; // It listens on a port, not on a pipe.
  const target = await startTarget();
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  const service = await startDemoService({
    proxyCount,
    faults: ({ path }) => (path.includes('/proxy_test_run/create') ? released : undefined),
  });
  // The others are where the service says, and offline: results of tests are found by address.
  for (const [index, { proxy_id: id }] of service.account.proxies.slice(0, proxyCount).entries()) {
    const moved = { proxy_ip_address: '127.0.0.1', proxy_http_port: proxyPort, proxy_is_online: true };
    service.account.proxies.update(String(id), index === 0 ? moved : { proxy_is_online: false });
  }
  const app = await launchApp({ userDataDir });
  const { page } = app;
  const accountId = await addAccount(page, service);
  await expect(ageOfSync(page)).toBeVisible();
  const port = await findFreePort();
  const rule = { ...defaultRule, port, protocol: 'http', needsToken: false, allowsPrivate: true } as const;
  await ask(page, 'gateway:put-rule', { accountId, rule });
  await ask(page, 'gateway:switch', { accountId, isOn: true });
  return {
    app,
    accountId,
    target,
    release: () => {
      release(undefined);
    },
    /** What the target answers through the gateway. */
    get: async (path: string): Promise<string> => {
      const sent = requestHttp({ host: '127.0.0.1', port, path: `${target.url}${path}` }).end();
      const [response] = (await once(sent, 'response')) as [AsyncIterable<Buffer>];
      let text = '';
      for await (const part of response) text += part.toString();
      return text;
    },
    close: async (): Promise<void> => {
      target.close();
      proxy.closeAllConnections();
      proxy.close();
      await service.close();
    },
  };
}
