import type { Settings } from '../shared/settings.ts';

/** What the system's save dialog is to suggest. */
export interface SaveSuggestion {
  readonly name: string;
  /** The format of the file, as in "CSV". */
  readonly label: string;
  readonly extension: string;
  /** The existing files that saving to a path would replace besides; the dialog cannot ask about them. */
  replacesBesides(path: string): readonly string[];
}

/** What the main process needs of the desktop; Electron provides it, or a terminal does. */
export interface Desktop {
  /** A path selected in the system's save dialog; null if the person closed it. */
  chooseSaveFile(suggestion: SaveSuggestion): Promise<string | null>;
  /** Puts secret text, in UTF-8, on the clipboard and clears it after `clearAfterSeconds` (0: never) if it is still there. */
  copySecret(text: Blob, clearAfterSeconds: number): Promise<void>;
  /** Shows a file in the system's file manager; missing if there is no desktop. */
  showFile?(path: string): void;
  /** Copies text that is not secret; missing if there is no desktop. */
  copyText?(text: string): Promise<void>;
  /** Continues the drag that the person began in the window, with files at these paths. */
  dragFiles(paths: readonly string[]): void;
  /** Follows settings that reach beyond the page, such as the theme of the window's frame. */
  applySettings(settings: Settings): void;
  /** Whether the app can update itself. */
  readonly canUpdate?: boolean;
}
