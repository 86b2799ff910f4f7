/** `app:` pages live under this origin, because Chromium knows no scheme it was not built with. */
const standInOrigin = 'https://proxydeck.app.localhost';

type Handler = (request: Request) => Promise<Response> | Response;
const privileged = new Set<string>();
const handlers = new Map<string, Handler>();

export const protocol = {
  registerSchemesAsPrivileged(schemes: readonly { scheme: string }[]): void {
    for (const { scheme } of schemes) privileged.add(scheme);
  },
  handle(scheme: string, handler: Handler): void {
    if (!privileged.has(scheme)) throw new Error(`The scheme ${scheme} was not registered.`);
    handlers.set(scheme, handler);
  },
};

/** The address that Chromium is sent to for an address of the app, and the other way round. */
export const toChromium = (url: string): string => url.replace(/^app:\/\/proxydeck/, standInOrigin);
export const toElectron = (url: string): string =>
  url.startsWith(`${standInOrigin}/`) ? url.replace(standInOrigin, 'app://proxydeck') : url;

/** Answers a request for an address of the app, or undefined for any other. */
export async function answerAppRequest(url: string, method: string): Promise<Response | undefined> {
  const address = toElectron(url);
  const handler = handlers.get('app');
  if (!address.startsWith('app:') || !handler) return undefined;
  // The app's own handler reads only these two of a request.
  return handler({ url: address, method } as Request);
}
