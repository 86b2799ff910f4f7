import type { ExportFormatInfo, ExportProtocol, RowDetails } from '../../shared/export.ts';
import { rememberLast } from './remember-last.ts';

/** What one line is made of. `host` is bare: an IPv6 address without brackets. */
export interface ExportRow {
  readonly host: string;
  readonly port: number;
  /** Both empty: without credentials, for formats with `canOmitCredentials` alone. */
  readonly username: string;
  readonly password: string;
  readonly protocol: ExportProtocol;
  /** 1 for the first row that is written, and so on: what names are made unique by. */
  readonly index: number;
  /** Only where the format has `wantsDetails`. */
  readonly details?: RowDetails & { readonly proxyId: string };
  /** As `details`: readable and unique in this export, such as `US New York 1`; no control characters. */
  readonly name?: string;
  /** Only where the format has `wantsTags`: in the order of their names. */
  readonly tags?: readonly string[] | undefined;
  /** Only where the export has labels; `name` begins with it. */
  readonly label?: string | undefined;
}

/** One consumer's own way of writing a proxy; one small file each in `formats/`. */
export interface ExportFormat extends ExportFormatInfo {
  /** Whether rows need their `details` and `name`, which take time to read. */
  readonly wantsDetails?: boolean;
  /** Whether rows need their `tags`, which take time to read. */
  readonly wantsTags?: boolean;
  /** Whether a row's label is written, by itself or in the name; left out: where rows have details. */
  readonly canCarryLabels?: boolean;
  /** Whether rows without credentials can be written, for users known by their IP address. */
  readonly canOmitCredentials?: boolean;
  /** Why this format can't carry a row without breaking it, or undefined where it can. */
  refuse(row: ExportRow): string | undefined;
  /** The line, without its end. */
  encode(row: ExportRow): string;
  /** What stands around the rows where they are parts of one document. */
  readonly frame?: DocumentFrame;
}

/** Lines before and after the rows, and what parts a row from the next one. */
export interface DocumentFrame {
  readonly head: readonly string[];
  readonly separator: string;
  readonly foot: readonly string[];
}

/** Text that a format has no way to write. */
export interface ForbiddenText {
  readonly pattern: RegExp;
  /** What the pattern finds, to stand after "holds". */
  readonly words: string;
  /** The forms that can carry it. */
  readonly instead: string;
  /** Where only proxies of one protocol are concerned. */
  readonly protocol?: ExportProtocol;
}

/** A format as its file says it; what is left out is as most formats have it. */
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

/** Completes a format: what it says that it can't carry is what it refuses. */
export function defineFormat({ forbidden, refuse, ...parts }: FormatParts): ExportFormat {
  const { hasCredentials = true, hasIpv6 = true, maxProxies = null, protocol = null } = parts;
  const find = (text: string): readonly ForbiddenText[] =>
    forbidden.filter(({ pattern }) => pattern.test(text));
  const findInUser = rememberLast(find);
  const findInPassword = rememberLast(find);
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
        return `this form can name ${maxProxies === 1 ? 'one proxy' : `${String(maxProxies)} proxies`} and no more; the URL forms list them all`;
      }
      if (!hasIpv6 && row.host.includes(':')) {
        return 'no way to write an IPv6 address is known to work in this form; choose IPv4, or the URL forms';
      }
      const found =
        hasCredentials &&
        [...findInUser(row.username), ...findInPassword(row.password)].find(
          ({ protocol }) => protocol === undefined || protocol === row.protocol,
        );
      if (found) {
        return `a user name or password holds ${describeForbidden(found)}, which this form cannot carry; ${found.instead} can`;
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

/** `host:port`, with the brackets that keep an IPv6 address apart from its port. */
export function formatHostPort({ host, port }: ExportRow): string {
  return `${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

/** What a document that names its proxies calls this one; unique in an export. */
export function formatRowName({ name, index }: ExportRow): string {
  return name ?? `proxy-${String(index)}`;
}

/** Whether a row is to be written without credentials. */
export const isOpen = ({ username, password }: ExportRow): boolean =>
  username === '' && password === '';
