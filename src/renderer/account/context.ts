import { createContext } from 'svelte';
import type { AccountState } from './account-state.svelte.ts';
import type { AppState } from './app-state.svelte.ts';

export const [getApp, setApp] = createContext<AppState>();

/** Below the component that opened it. */
export const [getAccount, setAccount] = createContext<AccountState>();
