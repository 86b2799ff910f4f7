import { protocol, session } from 'electron';
import { isAllowedRequest, readAppFile } from './app-file.ts';

/** Gives `app:` an origin like https; before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** Serves the built page under `app://proxydeck/`. */
export function serveAppProtocol(folder: string): void {
  protocol.handle('app', async (request) => {
    const file = request.method === 'GET' ? await readAppFile(folder, request.url) : undefined;
    return file === undefined
      ? new Response('Not found', { status: 404 })
      : new Response(new Uint8Array(file.body), { headers: file.headers });
  });
}

/** Permits only writing text to the clipboard, and no requests to other machines. */
export function guardSession(devServerUrl: string | undefined): void {
  const { defaultSession } = session;
  const isGranted = (permission: string): boolean => permission === 'clipboard-sanitized-write';
  defaultSession.setPermissionRequestHandler((_contents, permission, callback) => {
    callback(isGranted(permission));
  });
  defaultSession.setPermissionCheckHandler((_contents, permission) => isGranted(permission));
  defaultSession.setDevicePermissionHandler(() => false);
  // Texts are names, addresses and filters.
  defaultSession.setSpellCheckerEnabled(false);
  // Exports use the app's save dialog.
  defaultSession.on('will-download', (event) => {
    event.preventDefault();
  });
  defaultSession.webRequest.onBeforeRequest(({ url }, callback) => {
    callback({ cancel: !isAllowedRequest(url, devServerUrl) });
  });
}
