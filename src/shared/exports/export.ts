import type { ShownFields } from '../records/field.ts';
import type { proxyFields } from '../records/proxy.ts';
import type { ExportChoices } from './export-schema.ts';

export type ExportProtocol = 'http' | 'socks5';

/** One entry in the list of formats, with a choice of browsers. */
export const browserGroup = 'Anti-detect browsers';

export const exportGroups = ['Lines', 'URLs', 'Data', 'Command line', 'Code', 'Proxy apps', browserGroup] as const;
type ExportGroup = (typeof exportGroups)[number];

export interface ExportFormatInfo {
  /** Such as `host:port:user:pass`. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly label: string;
  readonly group: ExportGroup;
  readonly extension: string;
  readonly mimeType: string;
  /** Null: both. */
  readonly protocol: ExportProtocol | null;
  readonly example: string;
  readonly hasCredentials: boolean;
  readonly hasIpv6: boolean;
  /** What user names and passwords cannot contain, in words. */
  readonly forbidden: string | null;
  /** Null: unlimited. */
  readonly maxProxies: number | null;
}

export type { ExportChoices } from './export-schema.ts';
export type ExportOptions = NonNullable<ExportChoices['options']>;
export type ExportRequest = ExportChoices & { readonly accountId: string };

/** Specification, "Proxy". */
export const detailFields = [
  'proxy_id',
  'service_id',
  'proxy_type',
  'proxy_status',
  'country_id',
  'country_name',
  'subdivision_name',
  'city_name',
  'city_timezone',
  'city_example_postcode',
  'asn_id',
  'asn_name',
] as const;

/** Null: missing, empty or of another type. */
export type RowDetails = Pick<ShownFields<typeof proxyFields>, (typeof detailFields)[number]>;

export type SkipReason =
  | 'no-access'
  | 'not-alive'
  | 'no-address'
  | 'no-port'
  | 'repeated'
  | 'enough-of-country'
  | 'no-password'
  | 'not-representable';

export interface Skipped {
  readonly reason: SkipReason;
  readonly count: number;
  /** Says what to do, such as which format to use. */
  readonly message: string;
}

export interface ExportPreview {
  /** Exactly as written; secrets are masked unless requested. */
  readonly lines: readonly string[];
  /** Proxies in these lines. */
  readonly shownCount: number;
  readonly fileCount: number;
  readonly writtenCount: number;
  readonly skipped: readonly Skipped[];
}

export interface ExportOutcome {
  readonly writtenCount: number;
  readonly skipped: readonly Skipped[];
  /** The first, without its folder; null: clipboard. */
  readonly fileName: string | null;
  readonly fileCount: number;
  /** Names the file: the window never gets its path. */
  readonly savedId?: number | undefined;
}

/** Its folder stays in the main process. */
interface PresetFile {
  readonly fileName: string;
  readonly isRefreshed: boolean;
  /** Of the last failed write. */
  readonly problem: string | null;
  /** ISO 8601 in UTC; null: never. */
  readonly writtenAt: string | null;
}

/** Never has a secret. */
export interface ExportPreset {
  readonly id: number;
  readonly name: string;
  /** Null: unreadable in this version. */
  readonly choices: ExportChoices | null;
  /** In the list. */
  readonly position: number;
  /** Null: never saved to one. */
  readonly file: PresetFile | null;
  /** Whether the gateway serves it at a local address. */
  readonly isServed: boolean;
}

export interface RefreshedPreset {
  readonly name: string;
  readonly fileName: string;
  readonly writtenCount: number;
  readonly skippedCount: number;
  /** Null: it was written. */
  readonly problem: string | null;
}
