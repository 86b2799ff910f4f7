import type { Settings } from '../shared/settings.ts';

/** What the main process asks of the desktop; Electron answers it, or a terminal does. */
export interface Desktop {
  /** A path chosen in the system's save dialog; null: the person closed it. */
  chooseSaveFile(suggestedName: string): Promise<string | null>;
  /** Puts secret text, in UTF-8, on the clipboard and takes it off after `clearAfterSeconds` (0: never) if it is still there. */
  copySecret(text: Blob, clearAfterSeconds: number): Promise<void>;
  /** Goes on with the drag that the person has begun in the window, with files; their paths. */
  dragFiles(paths: readonly string[]): void;
  /** Follows settings that reach beyond the page, such as the theme of the window's frame. */
  applySettings(settings: Settings): void;
  /** Whether the app can update itself. */
  readonly canUpdate?: boolean;
}
