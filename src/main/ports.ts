/** What the app gets from its process, passed in for tests. */
import type { Events } from '../shared/ipc.ts';
import type { Settings } from '../shared/settings.ts';

/** To every window; nothing in a command line. */
export type Emit = <K extends keyof Events>(name: K, payload: Events[K]) => void;

/** Events and plain facts, never a secret. */
export interface Log {
  info(event: string, facts?: Readonly<Record<string, string | number | boolean | null>>): void;
  error(event: string, error: unknown): void;
}

export interface Clock {
  /** Since the epoch; can be set. */
  wallMs(): number;
  /** Only increases; may stop during sleep. */
  monotonicMs(): number;
  /** Once; returns a cancel. */
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

export interface SaveSuggestion {
  readonly name: string;
  /** As in "CSV". */
  readonly label: string;
  readonly extension: string;
  /** Also replaced; the dialog does not ask about them. */
  replacesBesides(path: string): readonly string[];
}

/** Provided by Electron or a terminal. */
export interface Desktop {
  /** Null: the dialog was closed. */
  chooseSaveFile(suggestion: SaveSuggestion): Promise<string | null>;
  /** Null: the dialog was closed. Optional methods need a desktop. */
  chooseOpenFile?(kind: { readonly label: string; readonly extension: string }): Promise<string | null>;
  /** UTF-8; cleared after `clearAfterSeconds` (0: never) if still there. */
  copySecret(text: Blob, clearAfterSeconds: number): Promise<void>;
  /** In the file manager. */
  showFile?(path: string): void;
  copyText?(text: string): Promise<void>;
  /** `onOpen`: after a click, with the window shown. */
  notify?(text: { readonly title: string; readonly body: string }, onOpen: () => void): void;
  /** Unless the user waits for work. */
  restart?(): void;
  isFocused?(): boolean;
  /** Outside the page, such as the frame's theme. */
  applySettings(settings: Settings): void;
  readonly canUpdate?: boolean;
  /** Unless it has other work. */
  readonly endsWithWindow?: boolean;
  /** Undefined: not possible. */
  readonly loginStart?: LoginStart | undefined;
}

/** As the system has it. */
export interface LoginStart {
  isOn(): boolean;
  /** Failures of the system are thrown. */
  set(isOn: boolean): void;
}
