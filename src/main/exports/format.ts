import type { ExportFormatInfo, ExportProtocol, RowDetails } from '../../shared/export.ts';

/** What one line is made of. `host` is bare: an IPv6 address without brackets. */
export interface ExportRow {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly protocol: ExportProtocol;
  /** 1 for the first row that is written, and so on: what names are made unique by. */
  readonly index: number;
  /** Only where the format has `wantsDetails`. */
  readonly details?: RowDetails & { readonly proxyId: string };
  /** As `details`: readable and unique in this export, such as `US New York 1`; no control characters. */
  readonly name?: string;
}

/** One consumer's own way of writing a proxy; one small file each in `formats/`. */
export interface ExportFormat extends ExportFormatInfo {
  /** Whether credentials are part of what is written. */
  readonly hasCredentials: boolean;
  /** Whether rows need their `details` and `name`, which take time to read. */
  readonly wantsDetails?: boolean;
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

/** The row that examples are made of. */
export const exampleRow: ExportRow = {
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
