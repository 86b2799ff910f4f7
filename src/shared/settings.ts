/** The selectable intervals between automatic syncs in minutes; 0: never. */
export const syncIntervals = [0, 15, 60, 360, 1440] as const;
export type SyncInterval = (typeof syncIntervals)[number];

/** The times that are offered for clearing copied secrets, in seconds; 0: never. */
export const clipboardClearTimes = [0, 15, 30, 60, 300] as const;

/** The settings of the app. */
export interface Settings {
  readonly theme: 'system' | 'light' | 'dark';
  /** Seconds after which copied secrets leave the clipboard if still there; 0: never. */
  readonly clipboardClearSeconds: number;
  /** How often the window syncs every account automatically; the command line never does. */
  readonly syncIntervalMinutes: SyncInterval;
  /** Whether the app updates itself; null: this installation cannot. */
  readonly installUpdates: boolean | null;
}

export const defaultSettings: Settings = {
  theme: 'system',
  clipboardClearSeconds: 30,
  syncIntervalMinutes: 60,
  installUpdates: true,
};
