import type { ExportFormatInfo, ExportProtocol, RowDetails } from '../../shared/exports/export.ts';

/** Nearly all rows have the same credentials, whose check costs more than the rest. */
export function memoizeLast<T>(work: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly answer: T } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, answer: work(text) };
    return last.answer;
  };
}

/** `host` is bare: an IPv6 address without brackets. */
export interface ExportRow {
  readonly host: string;
  readonly port: number;
  /** Both '' without credentials; needs `canOmitCredentials`. */
  readonly username: string;
  readonly password: string;
  readonly protocol: ExportProtocol;
  /** From 1; makes names unique. */
  readonly index: number;
  /** Needs `wantsDetails`. */
  readonly details?: RowDetails;
  /** Needs `wantsDetails`. Unique, such as `US New York 1`; no control characters. */
  readonly name?: string;
  /** Needs `wantsTags`; sorted. */
  readonly tags?: readonly string[] | undefined;
  /** If the export has labels; `name` starts with it. */
  readonly label?: string | undefined;
}

/** How a consumer reads a proxy; one file each in `formats/`. */
export interface ExportFormat extends ExportFormatInfo {
  /** Needs `details` and `name`, which take time to read. */
  readonly wantsDetails?: boolean;
  /** Needs `tags`, which take time to read. */
  readonly wantsTags?: boolean;
  /** Default: `wantsDetails`. */
  readonly canCarryLabels?: boolean;
  /** For users known by their IP address. */
  readonly canOmitCredentials?: boolean;
  /** Undefined: it can represent the row. */
  refuse(row: ExportRow): string | undefined;
  /** Without its line feed. */
  encode(row: ExportRow): string;
  readonly frame?: DocumentFrame;
}

interface DocumentFrame {
  readonly head: readonly string[];
  readonly separator: string;
  readonly foot: readonly string[];
}

export interface ForbiddenText {
  readonly pattern: Pick<RegExp, 'test'>;
  /** Follows "contains". */
  readonly words: string;
  /** Formats that can represent it. */
  readonly instead: string;
  /** If only one protocol is affected. */
  readonly protocol?: ExportProtocol;
}

/** Defaults are those of most formats. */
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

/** Makes a format refuse forbidden text. */
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

/** `host:port`; brackets around IPv6. */
export function formatHostPort({ host, port }: ExportRow): string {
  return `${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

/** Names a row, uniquely within its export. */
export function formatRowName({ name, index }: ExportRow): string {
  return name ?? `proxy-${String(index)}`;
}

export const isOpen = ({ username, password }: ExportRow): boolean => username === '' && password === '';

/** Describes a format for the window, the command line and agents. */
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

export const listProtocols = ({ protocol }: Pick<ExportFormat, 'protocol'>): readonly string[] =>
  protocol === null ? ['http', 'socks5'] : [protocol];
