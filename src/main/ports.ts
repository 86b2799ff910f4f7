/** The functions that the app gets from its process; passed in, so that tests can replace them. */
import type { Events } from '../shared/ipc.ts';
import type { Settings } from '../shared/settings.ts';

/** Sends an event to every window; does nothing in a command line. */
export type Emit = <K extends keyof Events>(name: K, payload: Events[K]) => void;

/** The log: an event and plain facts, never a secret. */
export interface Log {
  info(event: string, facts?: Readonly<Record<string, string | number | boolean | null>>): void;
  error(event: string, error: unknown): void;
}

/** The time of this machine. */
export interface Clock {
  /** Milliseconds since the epoch on the machine's clock, which can be changed. */
  wallMs(): number;
  /** Milliseconds that only increase; they may stop while the machine sleeps. */
  monotonicMs(): number;
  /** Calls a function once after a delay; returns a function that cancels it. */
  after(delayMs: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, call) {
    // A timer must not keep an idle process alive.
    const timer = setTimeout(call, delayMs).unref();
    return () => {
      clearTimeout(timer);
    };
  },
};

/** The suggestions of the system's save dialog. */
export interface SaveSuggestion {
  readonly name: string;
  /** The format of the file, as in "CSV". */
  readonly label: string;
  readonly extension: string;
  /** Other existing files that saving to a path would replace; the dialog itself does not ask about them. */
  replacesBesides(path: string): readonly string[];
}

/** The functions of the desktop that the main process uses; Electron or a terminal provides them. */
export interface Desktop {
  /** A path selected in the system's save dialog; null if the user closed it. */
  chooseSaveFile(suggestion: SaveSuggestion): Promise<string | null>;
  /** A path selected in the system's dialog for opening a file; null if the user closed it. Missing without a desktop. */
  chooseOpenFile?(kind: { readonly label: string; readonly extension: string }): Promise<string | null>;
  /** Puts secret text, in UTF-8, on the clipboard and clears it after `clearAfterSeconds` (0: never) if it is still there. */
  copySecret(text: Blob, clearAfterSeconds: number): Promise<void>;
  /** Shows a file in the system's file manager; missing without a desktop. */
  showFile?(path: string): void;
  /** Copies text that is not secret; missing without a desktop. */
  copyText?(text: string): Promise<void>;
  /** Shows a notification of the system; `onOpen` is called for a click, when the window is shown. Missing without a desktop. */
  notify?(text: { readonly title: string; readonly body: string }, onOpen: () => void): void;
  /** Ends the app and starts it again, unless the user wants to wait for its work. Missing without a desktop. */
  restart?(): void;
  /** Whether the user looks at the window. */
  isFocused?(): boolean;
  /** Applies settings outside the page, such as the theme of the window's frame. */
  applySettings(settings: Settings): void;
  /** Whether the app can update itself. */
  readonly canUpdate?: boolean;
  /** Whether the app ends with its window, unless it has other work. */
  readonly endsWithWindow?: boolean;
  /** Starts the app at login; missing where that is not possible. */
  readonly loginStart?: LoginStart | undefined;
}

/** The start of the app at login, as the system has it. */
export interface LoginStart {
  isOn(): boolean;
  /** Failures of the system are thrown. */
  set(isOn: boolean): void;
}
