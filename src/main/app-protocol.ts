import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { protocol } from 'electron';

const origin = 'app://proxydeck';
/** The page that the window shows. */
export const pageUrl = `${origin}/index.html`;

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
].join('; ');

/** Must run before the app is ready: `app:` behaves like https, with an origin of its own. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves the built page under `app://proxydeck/`, and nothing else. */
export function serveAppProtocol(folder: string): void {
  protocol.handle('app', async (request) => {
    const file = request.method === 'GET' ? resolveAppFile(folder, request.url) : undefined;
    const body = file && (await readFile(file).catch(() => undefined));
    if (!file || !body) return new Response('Not found', { status: 404 });
    return new Response(new Uint8Array(body), {
      headers: {
        'Content-Type': mimeTypes[extname(file)] ?? 'application/octet-stream',
        'Content-Security-Policy': contentSecurityPolicy,
        'X-Content-Type-Options': 'nosniff',
      },
    });
  });
}

/**
 * The file of an `app:` address.
 *
 * @returns its path, or undefined where the address is not one of the bundle's
 */
export function resolveAppFile(folder: string, address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'app:' || url.host !== 'proxydeck') return undefined;
  // Encoded separators, dots and NUL have no place in a name of the bundle.
  if (!/^(\/[\w.-]+)+$/.test(url.pathname)) return undefined;
  const root = resolve(folder);
  const file = resolve(join(root, url.pathname));
  return file.startsWith(root + sep) ? file : undefined;
}

/** Whether an address is a page of the bundle. */
export function isOwnPage(address: string): boolean {
  return address.split(/[?#]/)[0] === pageUrl;
}
