import { join, resolve, sep } from 'node:path';

/** The page that the window shows. */
export const pageUrl = 'app://proxydeck/index.html';

/**
 * The file of an `app:` address.
 *
 * @returns its path, or undefined if the address is not one of the bundle's
 */
export function resolveAppFile(folder: string, address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'app:' || url.host !== 'proxydeck') return undefined;
  // No file of the bundle has encoded separators, dots or NUL in its name.
  if (!/^(\/[\w.-]+)+$/.test(url.pathname)) return undefined;
  const root = resolve(folder);
  const file = resolve(join(root, url.pathname));
  return file.startsWith(root + sep) ? file : undefined;
}

/**
 * Whether an address is one of the app's own pages.
 *
 * @param devServerUrl the development server, whose pages replace those of the bundle
 */
export function isOwnPage(address: string, devServerUrl?: string): boolean {
  if (devServerUrl === undefined) return address.split(/[?#]/)[0] === pageUrl;
  return URL.canParse(address) && new URL(address).origin === new URL(devServerUrl).origin;
}

/**
 * The development server that the app may load its page from: only if it is not packaged, was
 * started by `npm run dev`, and the server is on this machine.
 *
 * @param parts.address the address in the environment
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

/** Schemes whose content is part of the app or created in the page. */
const localSchemes = ['app:', 'data:', 'blob:', 'devtools:'];

/** Whether a request of the page stays within the app or, during development, its server. */
export function isAllowedRequest(address: string, devServerUrl?: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  if (localSchemes.includes(protocol)) return true;
  return devServerUrl !== undefined && ['http:', 'ws:'].includes(protocol) && host === new URL(devServerUrl).host;
}
