import { protocol, session } from 'electron';
import { isAllowedRequest, readAppFile } from './app-file.ts';

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
    const file = request.method === 'GET' ? await readAppFile(folder, request.url) : undefined;
    return file === undefined
      ? new Response('Not found', { status: 404 })
      : new Response(new Uint8Array(file.body), { headers: file.headers });
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
