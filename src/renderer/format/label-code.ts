const spelled: { readonly [code: string]: string } = {
  isp: 'ISP',
  ipv4: 'IPv4',
  ipv6: 'IPv6',
  dual: 'Dual',
  yes: 'Yes',
  no: 'No',
};

/** A code of the service as words: `in_use` -> `In use`. Unknown codes are read the same way. */
export function labelCode(code: string): string {
  const known = Object.hasOwn(spelled, code) ? spelled[code] : undefined;
  if (known !== undefined) return known;
  if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(code)) return code;
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
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
