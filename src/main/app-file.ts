import { join, resolve, sep } from 'node:path';

/** The page that the window shows. */
export const pageUrl = 'app://proxydeck/index.html';

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

/**
 * Whether an address is a page of our own.
 *
 * @param devServerUrl the development server, whose pages then stand for the bundle's
 */
export function isOwnPage(address: string, devServerUrl?: string): boolean {
  if (devServerUrl === undefined) return address.split(/[?#]/)[0] === pageUrl;
  return URL.canParse(address) && new URL(address).origin === new URL(devServerUrl).origin;
}
