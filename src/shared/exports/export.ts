import type { ShownFields } from '../records/field.ts';
import type { proxyFields } from '../records/proxy.ts';
import type { ExportChoices } from './export-schema.ts';

export type ExportProtocol = 'http' | 'socks5';

/** The group whose formats are one entry of a list; which browser it is, is a second choice. */
export const browserGroup = 'Anti-detect browsers';

export const exportGroups = ['Lines', 'URLs', 'Data', 'Command line', 'Code', 'Proxy apps', browserGroup] as const;
type ExportGroup = (typeof exportGroups)[number];

/** A format as the dialog and `--format` show it. */
export interface ExportFormatInfo {
  /** The value for `--format`, for example `host:port:user:pass`. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly label: string;
  /** The heading under which the dialog lists it. */
  readonly group: ExportGroup;
  readonly extension: string;
  readonly mimeType: string;
  /** The only protocol of the format; null if it supports both. */
  readonly protocol: ExportProtocol | null;
  readonly example: string;
  /** Whether the format contains credentials. */
  readonly hasCredentials: boolean;
  readonly hasIpv6: boolean;
  /** Text that a user name or password cannot contain in this format, in words; null if there is none. */
  readonly forbidden: string | null;
  /** The maximum number of proxies in an export; null if unlimited. */
  readonly maxProxies: number | null;
}

export type { ExportChoices } from './export-schema.ts';
/** Options that limit, sort and distribute an export. Omitted options do not apply. */
export type ExportOptions = NonNullable<ExportChoices['options']>;
export type ExportRequest = ExportChoices & { readonly accountId: string };

/** The fields of a proxy that exports name and describe rows by (specification, "Proxy"). */
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

/** Null: missing, empty or of another type in the response. */
export type RowDetails = Pick<ShownFields<typeof proxyFields>, (typeof detailFields)[number]>;

/** Why rows are not in the export, each with a count. */
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
  /** A sentence with what to do, for example which format can represent these rows. */
  readonly message: string;
}

export interface ExportPreview {
  /** The first lines exactly as they would be written; secrets are masked unless requested. */
  readonly lines: readonly string[];
  /** The number of proxies in these lines; documents have other lines too. */
  readonly shownCount: number;
  readonly fileCount: number;
  readonly writtenCount: number;
  readonly skipped: readonly Skipped[];
}

export interface ExportOutcome {
  readonly writtenCount: number;
  readonly skipped: readonly Skipped[];
  /** Name of the file without its folder, the first of several; null: clipboard. */
  readonly fileName: string | null;
  readonly fileCount: number;
  /** Names the saved file in later requests, because the window never gets its path. */
  readonly savedId?: number | undefined;
}

/** The file of a preset as the window sees it; its folder stays in the main process. */
interface PresetFile {
  readonly fileName: string;
  /** Whether it is rewritten after every sync. */
  readonly isRefreshed: boolean;
  /** Why it could not be written last time; null if it was. */
  readonly problem: string | null;
  /** The local clock, ISO 8601 in UTC; null: never written. */
  readonly writtenAt: string | null;
}

/** The saved choices of an export; never a secret. */
export interface ExportPreset {
  readonly id: number;
  readonly name: string;
  /** Null: saved by another version in a form that this version cannot read. */
  readonly choices: ExportChoices | null;
  /** Null: it was never saved to one. */
  readonly file: PresetFile | null;
  /** Whether the gateway serves it at a local address. */
  readonly isServed: boolean;
}

/** The result of refreshing a preset's file after a sync. */
export interface RefreshedPreset {
  readonly name: string;
  readonly fileName: string;
  readonly writtenCount: number;
  readonly skippedCount: number;
  /** Null: it was written. */
  readonly problem: string | null;
}
