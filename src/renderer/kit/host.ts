import { createContext } from 'svelte';
import type { Panes } from './pane/panes.svelte.ts';
import type { Toasts } from './toast/toasts.svelte.ts';

export interface DetailedRows {
  readonly count: number;
  /** -1: none. */
  readonly activeIndex: number;
  setActive(index: number): void;
}

/** What kit and table need from the window. */
export interface Host {
  readonly toasts: Toasts;
  readonly panes: Panes;
  /** Not secret; `name` is for the toast. */
  readonly copyText: (text: string, name: string) => Promise<void>;
  /** `name`: without extension. */
  readonly saveText: (name: string, text: string) => Promise<void>;
  readonly hasDetails: boolean;
  readonly showDetails: () => void;
  readonly hideDetails: () => void;
  /** Rows with details, until the returned function is called. */
  readonly offerRows: (rows: DetailedRows) => () => void;
  readonly notifyFailure: (error: unknown) => void;
  /** Moves damaged files aside. */
  readonly restart: () => void;
}

export const [getHost, setHost] = createContext<Host>();
