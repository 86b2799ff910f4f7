import { gatewayHosts } from './gateway.ts';

export interface ListRequest {
  /** Of the preset, in any case. */
  readonly name: string;
  readonly token: string;
  /** Tags of texts that the client has already. */
  readonly knownTags: readonly string[];
}

/** A list for a client that has its token. */
export interface ServedList {
  /** Equal for equal texts. */
  readonly tag: string;
  /** UTF-8; null: the client has it already. */
  readonly text: Blob | null;
  readonly bytes: number;
  readonly writtenCount: number;
  readonly skippedCount: number;
  /** The end of the last complete sync, ISO 8601 in UTC; null: there was none. */
  readonly syncedAt: string | null;
}

export const listPath = '/lists/';

/** The address of a list. @param token null: without it */
export const addressOfList = (presetName: string, port: number, token: string | null): string => {
  const query = token === null ? '' : `?token=${token}`;
  return `http://${gatewayHosts[0]}:${String(port)}${listPath}${encodeURIComponent(presetName)}${query}`;
};
