import { createContext } from 'svelte';
import type { Panes } from './pane/panes.svelte.ts';
import type { Toasts } from './toast/toasts.svelte.ts';

/** The rows of a view, of which details show the active one. */
export interface DetailedRows {
  readonly count: number;
  /** Below 0: no row is active. */
  readonly activeIndex: number;
  setActive(index: number): void;
}

/** What kit and table need from the window around them. */
export interface Host {
  readonly toasts: Toasts;
  readonly panes: Panes;
  /** Copies text that is not secret; `name` says in a message what it is. */
  readonly copyText: (text: string, name: string) => Promise<void>;
  /** Saves a text where the user chooses, under a suggested name without its extension. */
  readonly saveText: (name: string, text: string) => Promise<void>;
  /** Whether the view can show details next to its list. */
  readonly hasDetails: boolean;
  readonly showDetails: () => void;
  readonly hideDetails: () => void;
  /** Says of which rows the view can show details, until the returned function is called. */
  readonly offerRows: (rows: DetailedRows) => () => void;
  /** Shows why some work failed; takes whatever was thrown. */
  readonly notifyFailure: (error: unknown) => void;
  /** Starts the app again, which moves damaged files aside. */
  readonly restart: () => void;
}

/** Set for the whole window. */
export const [getHost, setHost] = createContext<Host>();
