import { parseEndpoint, parseIpv4, parseIpv6 } from './ip-address.ts';

const host = String.raw`(?<host>(?:\d{1,3}\.){3}\d{1,3}|\[[\da-f:.]+\])`;
const port = String.raw`(?<port>\d{1,5})`;
/** A URL, or with the login before or after the address. */
const forms = [
  String.raw`[a-z][a-z\d+.-]*://(?:.*@)?${host}(?::${port})?(?:[/?#].*)?`,
  String.raw`(?:.*@)?${host}:${port}`,
  String.raw`${host}:${port}[:@].*`,
  String.raw`.*:${host}:${port}`,
].map((form) => new RegExp(`^${form}$`, 'i'));

/**
 * Reads address and port of a proxy in any form, without its login.
 *
 * @returns null: not a proxy
 */
export function endpointOf(text: string): string | null {
  for (const form of forms) {
    const { host: address, port: number } = form.exec(text)?.groups ?? {};
    if (address === undefined) continue;
    const endpoint = number === undefined ? address.replace(/^\[|\]$/g, '') : `${address}:${number}`;
    const isOne = number === undefined ? (parseIpv4(endpoint) ?? parseIpv6(endpoint)) : parseEndpoint(endpoint);
    if (isOne !== undefined) return endpoint;
  }
  return null;
}

/** Replaces proxies by their endpoints, so that no password goes into a filter. */
export const withoutLogins = (text: string): string => text.replaceAll(/\S+/g, (word) => endpointOf(word) ?? word);
