const acronyms: ReadonlyMap<string, string> = new Map(
  ['ISP', 'IPv4', 'IPv6', 'IP', 'HTTP', 'HTTPS', 'TLS', 'SSL', 'DNS', 'TCP'].map((word) => [word.toLowerCase(), word]),
);

/** A text with an upper-case letter at its beginning. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A code of the service as words: `in_use` -> `In use`. Unknown codes are read the same way. */
export function labelCode(code: string): string {
  if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(code)) return code;
  const [first = '', ...others] = code.split('_');
  return [acronyms.get(first) ?? capitalize(first), ...others.map((word) => acronyms.get(word) ?? word)].join(' ');
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The name of a country by its code: `US` -> `United States`; a code that is unknown stays as it is. */
export function labelCountry(code: string): string {
  try {
    return countries.of(code) ?? code;
  } catch {
    // It rejects a text that cannot be a code.
    return code;
  }
}

/** How a proxy user gets its proxies, in one word; an unknown type as the service writes it. */
export function labelAccess(accessType: string | null): string {
  switch (accessType) {
    case 'all':
      return 'all';
    case 'service_restricted':
      return 'services';
    case 'proxy_restricted':
      return 'proxies';
    default:
      return accessType ?? 'unknown';
  }
}
