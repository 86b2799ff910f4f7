import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { protocol, session } from 'electron';
import { resolveAppFile, isAllowedRequest } from './app-file.ts';

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

/**
 * Closes the session of the window: every permission but writing plain text to the clipboard is
 * denied, and no request leaves the machine.
 *
 * @param devServerUrl the development server, which the page may reach
 */
export function guardSession(devServerUrl: string | undefined): void {
  const { defaultSession } = session;
  const isGranted = (permission: string): boolean => permission === 'clipboard-sanitized-write';
  defaultSession.setPermissionRequestHandler((_contents, permission, callback) => {
    callback(isGranted(permission));
  });
  defaultSession.setPermissionCheckHandler((_contents, permission) => isGranted(permission));
  defaultSession.setDevicePermissionHandler(() => false);
  // No dictionary is fetched for texts that are names, addresses and filters.
  defaultSession.setSpellCheckerEnabled(false);
  // Files leave the app through its own save dialog only.
  defaultSession.on('will-download', (event) => {
    event.preventDefault();
  });
  defaultSession.webRequest.onBeforeRequest(({ url }, callback) => {
    callback({ cancel: !isAllowedRequest(url, devServerUrl) });
  });
}
