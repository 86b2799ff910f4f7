import type { ProxySelection } from './test-run.ts';

export type ExportProtocol = 'http' | 'socks5';
export type IpVersion = '4' | '6';

export const exportGroups = [
  'Lines',
  'URLs',
  'Data',
  'Command line',
  'Code',
  'Proxy apps',
  'Anti-detect browsers',
] as const;
export type ExportGroup = (typeof exportGroups)[number];

/** A format as the dialog and `--format` know it. */
export interface ExportFormatInfo {
  /** What `--format` takes, for example `host:port:user:pass`. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly label: string;
  /** Under which heading the dialog lists it. */
  readonly group: ExportGroup;
  readonly extension: string;
  readonly mimeType: string;
  /** A format bound to one protocol ignores the choice; null: takes either. */
  readonly protocol: ExportProtocol | null;
  readonly example: string;
  /** Whether credentials are part of what is written. */
  readonly hasCredentials: boolean;
  readonly hasIpv6: boolean;
  /** What a user name or password can't hold here, in words; null: nothing. */
  readonly forbidden: string | null;
  /** How many proxies one export can have; null: any number. */
  readonly maxProxies: number | null;
}

/** How many users one export can be for. */
export const maxExportUsers = 30;

export const exportSharings = ['spread', 'file-each'] as const;
export const exportCredentials = ['user', 'default', 'none'] as const;

/** What narrows, orders and shares out an export. What is left out is as if it were not asked for. */
export interface ExportOptions {
  /** Users beside `proxyUserId`. */
  readonly otherUserIds?: readonly string[] | undefined;
  /**
   * For several users. `spread` (the default): each proxy once, for the one of those that
   * may use it which has the fewest so far. `file-each`: a file of its own for each.
   */
  readonly sharing?: (typeof exportSharings)[number] | undefined;
  /**
   * `user` (the default): the user's own. `default`: what each proxy's record has, for a
   * default user. `none`: users whose record names authorized IP addresses need none
   * (specification, `ip_address_authentications`).
   */
  readonly credentials?: (typeof exportCredentials)[number] | undefined;
  /** Only proxies that answered in the last test run that tested them, and that in so many hours. */
  readonly aliveWithinHours?: number | undefined;
  /** Of proxies with the same address and port only the first. */
  readonly isDistinct?: boolean | undefined;
  /** The same text gives the same order. */
  readonly shuffleSeed?: string | undefined;
  /** So many of each country at most; those without a country are one more. */
  readonly perCountry?: number | undefined;
  /** Starts another file after so many proxies. */
  readonly proxiesPerFile?: number | undefined;
  /** Given to the rows in turn; see `readLabels`. */
  readonly labels?: readonly string[] | undefined;
}

export interface ExportRequest {
  readonly accountId: string;
  readonly proxyUserId: string;
  readonly proxies: ProxySelection;
  readonly format: string;
  /** The line to write, where `format` is `template`. */
  readonly template?: string | undefined;
  readonly protocol: ExportProtocol;
  readonly ip: IpVersion;
  readonly options?: ExportOptions | undefined;
}

/** The choices of an export, for whichever account. */
export type ExportChoices = Omit<ExportRequest, 'accountId'>;

/**
 * What a proxy shares with others (specification, "Proxy"). Null: missing, empty or of
 * another kind in the answer.
 */
export interface RowDetails {
  readonly serviceId: string | null;
  readonly type: string | null;
  readonly status: string | null;
  readonly countryId: string | null;
  readonly countryName: string | null;
  readonly subdivisionId: string | null;
  readonly subdivisionName: string | null;
  readonly cityName: string | null;
  readonly timezone: string | null;
  readonly postcode: string | null;
  readonly asnId: number | null;
  readonly asnName: string | null;
}

/** Why rows are not in the export; each with how many. */
export type LeftOutReason =
  | 'no-access'
  | 'not-alive'
  | 'no-address'
  | 'no-port'
  | 'repeated'
  | 'enough-of-country'
  | 'no-password'
  | 'not-representable';

export interface LeftOut {
  readonly reason: LeftOutReason;
  readonly count: number;
  /** A sentence with what to do, for example which format can carry such rows. */
  readonly message: string;
}

/** Proxies that the offline copy lets a user have and the service does not. */
export interface AccessDifference {
  readonly proxyUserId: string;
  readonly refusedCount: number;
  /** The first of them. */
  readonly refusedIds: readonly string[];
  /** Proxies of which the service refuses some, and which was not found out. */
  readonly unsettledCount: number;
}

/** What the service says about the proxies of an export. */
export interface ExportConfirmation {
  readonly askedCount: number;
  /** Those of each user that has any; none: the service agrees. */
  readonly differences: readonly (AccessDifference & { readonly message: string })[];
}

export interface ExportPreview {
  /** The first lines exactly as they would be written; secrets masked unless asked for. */
  readonly lines: readonly string[];
  /** How many proxies those lines show; documents have lines beside them. */
  readonly shownCount: number;
  readonly fileCount: number;
  readonly writtenCount: number;
  readonly leftOut: readonly LeftOut[];
}

export interface ExportOutcome {
  readonly writtenCount: number;
  readonly leftOut: readonly LeftOut[];
  /** Name of the file without its folder, the first of several; null: clipboard. */
  readonly fileName: string | null;
  readonly fileCount: number;
}
