import { createContext } from 'svelte';

/** What the details of a record need from the window around them. */
export interface DetailHost {
  /** Copies text that is not secret; `name` says in a message what it is. */
  readonly copyText: (text: string, name: string) => Promise<void>;
  readonly hide: () => void;
}

export const [getDetailHost, setDetailHost] = createContext<DetailHost>();
