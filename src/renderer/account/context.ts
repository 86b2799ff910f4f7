import { createContext } from 'svelte';
import type { AccountState } from './account-state.svelte.ts';
import type { AppState } from './app-state.svelte.ts';

/** The state of the window; every component has one. */
export const [getApp, setApp] = createContext<AppState>();

/** The state of the open account, for every component below the one that opened it. */
export const [getAccount, setAccount] = createContext<AccountState>();
