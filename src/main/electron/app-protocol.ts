import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { protocol } from 'electron';
import { resolveAppFile } from './app-file.ts';

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
  // Svelte makes its templates from the text that the compiler wrote.
  'trusted-types svelte-trusted-html',
].join('; ');

/** Must run before the app is ready: `app:` behaves like https, with an origin of its own. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
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
