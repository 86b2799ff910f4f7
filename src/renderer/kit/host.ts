import { createContext } from 'svelte';

/** What a table and the details of a record need from the window around them. */
export interface Host {
  /** Copies text that is not secret; `name` says in a message what it is. */
  readonly copyText: (text: string, name: string) => Promise<void>;
  /** Whether the view can show details next to its list. */
  readonly hasDetails: boolean;
  readonly showDetails: () => void;
  readonly hideDetails: () => void;
  /** Shows why some work failed; takes whatever was thrown. */
  readonly notifyFailure: (error: unknown) => void;
}

export const [getHost, setHost] = createContext<Host>();
