import { parseEndpoint, parseIpv4, parseIpv6 } from './ip-address.ts';

const address = String.raw`(?<host>(?:\d{1,3}\.){3}\d{1,3}|\[[\da-f:.]+\])`;
/** Without a login it may be any website. */
const name = String.raw`(?<host>(?:[a-z\d-]+\.)+[a-z][a-z\d-]*)`;
const port = String.raw`(?<port>\d{1,5})`;
const scheme = String.raw`[a-z][a-z\d+.-]*://`;
const path = String.raw`(?:[/?#].*)?`;
/** A URL, or with the login before or after the address. One part of any length each: the time grows with the text. */
const forms = [
  String.raw`${scheme}(?:.*@)?${address}(?::${port})?${path}`,
  String.raw`(?:.*@)?${address}:${port}`,
  String.raw`${address}:${port}[:@].*`,
  String.raw`.*:${address}:${port}`,
  String.raw`${scheme}.+@${name}(?::${port})?${path}`,
  String.raw`[^:]+:.+@${name}:${port}`,
  String.raw`${name}:${port}[:@][^:]+:.+`,
  String.raw`[^:]+:.+:${name}:${port}`,
].map((form) => new RegExp(`^${form}$`, 'i'));

/**
 * Reads address and port of a proxy in any form, without its login.
 *
 * @returns null: not a proxy
 */
export function endpointOf(text: string): string | null {
  for (const form of forms) {
    const { host, port: number } = form.exec(text)?.groups ?? {};
    if (host === undefined) continue;
    const endpoint = number === undefined ? host.replace(/^\[|\]$/g, '') : `${host}:${number}`;
    const isName = !host.startsWith('[') && /[a-z]/i.test(host);
    if (isName) return endpoint;
    const isOne = number === undefined ? (parseIpv4(endpoint) ?? parseIpv6(endpoint)) : parseEndpoint(endpoint);
    if (isOne !== undefined) return endpoint;
  }
  return null;
}

/** Replaces proxies by their endpoints, so that no password goes into a filter. */
export const withoutLogins = (text: string): string => text.replaceAll(/\S+/g, (word) => endpointOf(word) ?? word);
