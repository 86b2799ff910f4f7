import type { ExportFormatInfo, ExportProtocol, RowDetails } from '../../shared/exports/export.ts';

/**
 * Memoizes the last call of a function. Nearly all rows of an export have the same credentials,
 * and checking them again would cost more than all the rest.
 */
export function memoizeLast<T>(work: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly answer: T } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, answer: work(text) };
    return last.answer;
  };
}

/** The values of one line. `host` is bare: an IPv6 address without brackets. */
export interface ExportRow {
  readonly host: string;
  readonly port: number;
  /** Both empty: without credentials, only for formats with `canOmitCredentials`. */
  readonly username: string;
  readonly password: string;
  readonly protocol: ExportProtocol;
  /** 1 for the first written row, and so on; makes names unique. */
  readonly index: number;
  /** Only if the format has `wantsDetails`. */
  readonly details?: RowDetails;
  /** Like `details`; readable and unique in this export, such as `US New York 1`; no control characters. */
  readonly name?: string;
  /** Only if the format has `wantsTags`; sorted by name. */
  readonly tags?: readonly string[] | undefined;
  /** Only if the export has labels; `name` starts with it. */
  readonly label?: string | undefined;
}

/** How one consumer writes a proxy; each format has a file in `formats/`. */
export interface ExportFormat extends ExportFormatInfo {
  /** Whether rows need their `details` and `name`, which take time to read. */
  readonly wantsDetails?: boolean;
  /** Whether rows need their `tags`, which take time to read. */
  readonly wantsTags?: boolean;
  /** Whether the label is written, alone or in the name. Default: the format has `wantsDetails`. */
  readonly canCarryLabels?: boolean;
  /** Whether rows without credentials can be written, for users known by their IP address. */
  readonly canOmitCredentials?: boolean;
  /** Why this format cannot represent a row, or undefined if it can. */
  refuse(row: ExportRow): string | undefined;
  /** The line, without its line feed. */
  encode(row: ExportRow): string;
  /** The text around the rows of a document. */
  readonly frame?: DocumentFrame;
}

/** Lines before and after the rows, and the separator between rows. */
interface DocumentFrame {
  readonly head: readonly string[];
  readonly separator: string;
  readonly foot: readonly string[];
}

/** Text that a format cannot represent. */
export interface ForbiddenText {
  readonly pattern: Pick<RegExp, 'test'>;
  /** Describes the match; completes a sentence after "contains". */
  readonly words: string;
  /** The formats that can represent it. */
  readonly instead: string;
  /** Set if only proxies of one protocol are affected. */
  readonly protocol?: ExportProtocol;
}

/** The declaration of a format; omitted properties have the defaults of most formats. */
export interface FormatParts
  extends
    Pick<ExportFormat, 'name' | 'label' | 'group' | 'extension' | 'mimeType' | 'encode' | 'frame'>,
    Partial<
      Pick<
        ExportFormat,
        | 'aliases'
        | 'protocol'
        | 'hasCredentials'
        | 'hasIpv6'
        | 'maxProxies'
        | 'wantsDetails'
        | 'wantsTags'
        | 'canCarryLabels'
        | 'canOmitCredentials'
        | 'refuse'
      >
    > {
  readonly forbidden: readonly ForbiddenText[];
}

/** Completes a format: it refuses exactly the text that it declares as forbidden. */
export function defineFormat({ forbidden, refuse, ...parts }: FormatParts): ExportFormat {
  const { hasCredentials = true, hasIpv6 = true, maxProxies = null, protocol = null } = parts;
  const find = (text: string): readonly ForbiddenText[] => forbidden.filter(({ pattern }) => pattern.test(text));
  const findInUser = memoizeLast(find);
  const findInPassword = memoizeLast(find);
  return {
    aliases: [],
    canCarryLabels: parts.wantsDetails === true,
    ...parts,
    hasCredentials,
    hasIpv6,
    maxProxies,
    protocol,
    forbidden: forbidden.length === 0 ? null : forbidden.map(describeForbidden).join('; '),
    example: parts
      .encode({
        ...exampleRow,
        protocol: protocol ?? exampleRow.protocol,
        port: protocol === 'socks5' ? 1080 : exampleRow.port,
      })
      .trim(),
    refuse(row) {
      if (maxProxies !== null && row.index > maxProxies) {
        return `this format holds at most ${maxProxies === 1 ? 'one proxy' : `${String(maxProxies)} proxies`}; URL formats have no limit`;
      }
      if (!hasIpv6 && row.host.includes(':')) {
        return 'this format does not support IPv6 addresses; choose IPv4 or a URL format';
      }
      const found =
        hasCredentials &&
        [...findInUser(row.username), ...findInPassword(row.password)].find(
          ({ protocol }) => protocol === undefined || protocol === row.protocol,
        );
      if (found) {
        return `a user name or password contains ${describeForbidden(found)}, which this format cannot represent; ${found.instead} can`;
      }
      return refuse?.(row);
    },
  };
}

const describeForbidden = ({ words, protocol }: ForbiddenText): string =>
  protocol === undefined ? words : `${words} with ${protocol === 'http' ? 'HTTP' : 'SOCKS5'}`;

const exampleRow: ExportRow = {
  host: '203.0.113.10',
  port: 8080,
  username: 'user',
  password: 'pass',
  protocol: 'http',
  index: 1,
};

/** `host:port`, with an IPv6 address in brackets. */
export function formatHostPort({ host, port }: ExportRow): string {
  return `${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

/** The name of a proxy in a document; unique in an export. */
export function formatRowName({ name, index }: ExportRow): string {
  return name ?? `proxy-${String(index)}`;
}

/** Whether a row is written without credentials. */
export const isOpen = ({ username, password }: ExportRow): boolean => username === '' && password === '';

/** A format and what it can represent, as other programs read it. */
export const describeFormat = (format: ExportFormat) => ({
  name: format.name,
  aliases: format.aliases,
  label: format.label,
  group: format.group,
  extension: format.extension,
  mime_type: format.mimeType,
  protocols: listProtocols(format),
  credentials: format.hasCredentials,
  credentials_optional: !format.hasCredentials || format.canOmitCredentials === true,
  socks5_credentials: format.hasCredentials && format.protocol !== 'http',
  ipv6: format.hasIpv6,
  forbidden: format.forbidden,
  max_proxies: format.maxProxies,
  example: format.example,
});

/** The protocols that a format can represent. */
export const listProtocols = ({ protocol }: Pick<ExportFormat, 'protocol'>): readonly string[] =>
  protocol === null ? ['http', 'socks5'] : [protocol];
