import { createContext } from 'svelte';

/** What a table needs from the window around it. */
export interface TableHost {
  /** Copies text that is not secret; `name` says in a message what it is. */
  readonly copyText: (text: string, name: string) => Promise<void>;
  readonly showDetails: () => void;
  /** Shows why some work failed; takes whatever was thrown. */
  readonly notifyFailure: (error: unknown) => void;
}

export const [getTableHost, setTableHost] = createContext<TableHost>();
