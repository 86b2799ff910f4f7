import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import {
  isAllowedRequest,
  isOwnPage,
  readAppFile,
  readDevServer,
  resolveAppFile,
} from '../../../src/main/electron/app-file.ts';

const folder = join(import.meta.dirname, 'bundle');

test('a file of the bundle is found by its address', () => {
  expect(resolveAppFile(folder, 'app://proxydeck/index.html')).toBe(join(folder, 'index.html'));
  expect(resolveAppFile(folder, 'app://proxydeck/assets/index-A1_b.js?v=1')).toBe(
    join(folder, 'assets', 'index-A1_b.js'),
  );
});

test('a file is read with its type and the policy of the page, and a file that is missing is not', async () => {
  const bundle = makeTemporaryFolder();
  mkdirSync(join(bundle, 'assets'));
  writeFileSync(join(bundle, 'assets/index.css'), 'body {}');
  const file = await readAppFile(bundle, 'app://proxydeck/assets/index.css');
  expect(file?.body.toString()).toBe('body {}');
  expect(file?.headers).toMatchObject({
    'Content-Type': 'text/css; charset=utf-8',
    'Content-Security-Policy': expect.stringContaining("default-src 'none'") as unknown,
    'X-Content-Type-Options': 'nosniff',
  });
  expect(await readAppFile(bundle, 'app://proxydeck/assets/other.css')).toBeUndefined();
});

const climbs = ['..', '..%2f', '%2e%2e', '%2e%2e%2f', '..%5c', '..\\', '%252e%252e', '....//', '.%2e/', '%00', '..;/'];
const addresses = climbs.flatMap((climb) => [
  `app://proxydeck/${climb}/secret`,
  `app://proxydeck/${climb}${climb}etc/passwd`,
  `app://proxydeck/assets/${climb}/${climb}/secret`,
  `app://proxydeck/assets/${climb}`,
]);

test.each([
  ...addresses,
  'app://proxydeck',
  'app://proxydeck/',
  'app://proxydeck//etc/passwd',
  'app://other/index.html',
  'app://user@other/index.html',
  'file:///etc/passwd',
  'https://proxydeck/index.html',
  'app://proxydeck/C:/Windows/win.ini',
  'not an address',
])('%s leads out of the bundle nowhere', (address) => {
  const file = resolveAppFile(folder, address);
  if (file !== undefined) expect(file.startsWith(join(folder, '/'))).toBe(true);
});

test('with a development server, only its pages are the app’s own', () => {
  const server = 'http://localhost:5173/';
  expect(isOwnPage('http://localhost:5173/index.html', server)).toBe(true);
  for (const url of ['http://localhost:51730/', 'https://localhost:5173/', 'app://proxydeck/index.html']) {
    expect(isOwnPage(url, server)).toBe(false);
  }
});

test('only the page of the bundle is the app’s own', () => {
  expect(isOwnPage('app://proxydeck/index.html')).toBe(true);
  expect(isOwnPage('app://proxydeck/index.html#proxies')).toBe(true);
  for (const url of [
    '',
    'about:blank',
    'app://proxydeck/other.html',
    'app://proxydeck.example/index.html',
    'https://example.com/app://proxydeck/index.html',
  ]) {
    expect(isOwnPage(url)).toBe(false);
  }
});

test('a development server is accepted only from its own script, unpackaged, and on this machine', () => {
  const server = 'http://localhost:5173';
  const read = (address: string | undefined, isDevRun = true, isPackaged = false) =>
    readDevServer({ address, isDevRun, isPackaged });
  expect(read(server)).toBe(server);
  expect(read('http://127.0.0.1:5173/')).toBe('http://127.0.0.1:5173/');
  expect(read(server, false)).toBeUndefined();
  expect(read(server, true, true)).toBeUndefined();
  for (const address of [
    undefined,
    '',
    'not an address',
    'https://example.com/',
    'http://192.0.2.1:5173/',
    'http://localhost.example.com:5173/',
    'http://localhost@example.com/',
    'file:///etc/passwd',
  ]) {
    expect(read(address)).toBeUndefined();
  }
});

test('requests of the page stay within the app, or reach its development server', () => {
  const server = 'http://localhost:5173/';
  for (const local of ['app://proxydeck/index.html', 'data:,x', 'blob:app://proxydeck/1']) {
    expect(isAllowedRequest(local)).toBe(true);
  }
  for (const other of [
    'http://127.0.0.1/',
    'https://example.com/',
    'ws://example.com/',
    'file:///etc/passwd',
    'http://localhost:5174/',
    'not an address',
  ]) {
    expect(isAllowedRequest(other)).toBe(false);
    expect(isAllowedRequest(other, server)).toBe(false);
  }
  expect(isAllowedRequest(`${server}main.ts`)).toBe(false);
  expect(isAllowedRequest(`${server}main.ts`, server)).toBe(true);
  expect(isAllowedRequest('ws://localhost:5173/', server)).toBe(true);
});
