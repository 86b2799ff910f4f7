import type { ExportChoices } from './export.ts';

/** The file of a preset, as a window may know it: its folder stays in the main process. */
export interface PresetFile {
  readonly fileName: string;
  /** Whether it is written anew after every sync. */
  readonly isRefreshed: boolean;
  /** Why the last writing failed; null: it did not. */
  readonly problem: string | null;
  /** The local clock, ISO 8601 in UTC; null: never written. */
  readonly writtenAt: string | null;
}

/** All choices of an export under a name; never a secret. */
export interface ExportPreset {
  readonly id: number;
  readonly name: string;
  /** Null: kept by another version in a form that this one can't read. */
  readonly choices: ExportChoices | null;
  /** Null: it was never saved to one. */
  readonly file: PresetFile | null;
}

/** What became of the file of a preset after a sync. */
export interface RefreshedPreset {
  readonly name: string;
  readonly fileName: string;
  readonly writtenCount: number;
  readonly leftOutCount: number;
  /** Null: it was written. */
  readonly problem: string | null;
}
