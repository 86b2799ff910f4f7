import type { ExportFormatInfo, ExportProtocol } from '../../shared/export.ts';

/** What one line is made of. `host` is bare: an IPv6 address without brackets. */
export interface ExportRow {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly protocol: ExportProtocol;
}

/** One consumer's own way of writing a proxy; one small file each in `formats/`. */
export interface ExportFormat extends ExportFormatInfo {
  /** Whether credentials are part of what is written. */
  readonly hasCredentials: boolean;
  /** Why this format can't carry a row without breaking it, or undefined where it can. */
  refuse(row: ExportRow): string | undefined;
  /** The line, without its end. */
  encode(row: ExportRow): string;
}

/** `host:port`, with the brackets that keep an IPv6 address apart from its port. */
export function formatHostPort({ host, port }: ExportRow): string {
  return `${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}
