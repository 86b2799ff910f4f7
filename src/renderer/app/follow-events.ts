import type { AppState } from '../account/app-state.svelte.ts';
import { listen } from '../bridge.ts';
import type { ProgressToast } from '../kit/toast/toasts.svelte.ts';

/** Keeps the window up to date with events that concern no account alone; returns a function that stops it. */
export function followEvents(app: AppState, runCommand: (id: string) => void): () => void {
  let examination: ProgressToast | undefined;
  const stops = [
    listen('accounts:changed', () => void app.loadAccounts()),
    listen('menu:command', runCommand),
    listen('copy:examined', ({ isOver }) => {
      if (isOver) examination?.close();
      examination = isOver
        ? undefined
        : (examination ?? app.toasts.progress(examinationText, null));
      examination?.update(null);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const examinationText = 'The offline copy is damaged. Checking all of it; this can take a minute.';
