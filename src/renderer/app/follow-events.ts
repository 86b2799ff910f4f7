import type { AppState } from '../account/app-state.svelte.ts';
import { listen } from '../bridge.ts';

/** Follows the events that are about no account alone; returns a function that stops it. */
export function followEvents(app: AppState, runCommand: (id: string) => void): () => void {
  const stops = [
    listen('accounts:changed', () => void app.loadAccounts()),
    listen('menu:command', runCommand),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
