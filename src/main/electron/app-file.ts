import { ownValue } from '../../shared/own-value.ts';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';

export const pageUrl = 'app://proxydeck/index.html';

/** Finds the file behind an address of the app; undefined: it is not in the bundle. */
export function resolveAppFile(folder: string, address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'app:' || url.host !== 'proxydeck') return undefined;
  // Nothing encoded, no dots or NUL.
  if (!/^(\/[\w.-]+)+$/.test(url.pathname)) return undefined;
  const root = resolve(folder);
  const file = resolve(join(root, url.pathname));
  return file.startsWith(root + sep) ? file : undefined;
}

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Svelte creates templates from compiled text.
  'trusted-types svelte-trusted-html',
].join('; ');

/** Reads the file behind an address of the app, with its headers; undefined: there is none. */
export async function readAppFile(
  folder: string,
  address: string,
): Promise<{ readonly body: Buffer; readonly headers: Record<string, string> } | undefined> {
  const file = resolveAppFile(folder, address);
  const body = file && (await readFile(file).catch(() => undefined));
  if (!file || !body) return undefined;
  return {
    body,
    headers: {
      'Content-Type': ownValue(mimeTypes, extname(file)) ?? 'application/octet-stream',
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
    },
  };
}

/** @param devServerUrl replaces the bundle */
export function isOwnPage(address: string, devServerUrl?: string): boolean {
  if (devServerUrl === undefined) return address.split(/[?#]/)[0] === pageUrl;
  return URL.canParse(address) && new URL(address).origin === new URL(devServerUrl).origin;
}

/**
 * The development server of `npm run dev` on this machine; only unpackaged.
 *
 * @param parts.address in the environment
 */
export function readDevServer(parts: {
  address: string | undefined;
  isPackaged: boolean;
  isDevRun: boolean;
}): string | undefined {
  const { address, isPackaged, isDevRun } = parts;
  if (isPackaged || !isDevRun || address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, hostname } = new URL(address);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'http:' && isLoopback ? address : undefined;
}

const localSchemes = ['app:', 'data:', 'blob:', 'devtools:'];

/** Within the app or its development server. */
export function isAllowedRequest(address: string, devServerUrl?: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  if (localSchemes.includes(protocol)) return true;
  return devServerUrl !== undefined && ['http:', 'ws:'].includes(protocol) && host === new URL(devServerUrl).host;
}
