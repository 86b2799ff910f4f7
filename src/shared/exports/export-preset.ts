import type { ExportChoices } from './export.ts';

/** The file of a preset as the window sees it; its folder stays in the main process. */
export interface PresetFile {
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
}

/** A preset whose file has addresses that were replaced since it was written. */
export interface ReplacedAddresses {
  /** Of the preset. */
  readonly id: number;
  readonly count: number;
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
