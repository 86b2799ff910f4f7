/** What a person sets for the whole app. */
export interface Settings {
  readonly theme: 'system' | 'light' | 'dark';
  /** Seconds after which copied secrets leave the clipboard if still there; 0: never. */
  readonly clipboardClearSeconds: number;
}

export const defaultSettings: Settings = { theme: 'system', clipboardClearSeconds: 30 };
