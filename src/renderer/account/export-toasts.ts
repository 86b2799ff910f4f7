import { listen, ask } from '../bridge.ts';
import type { Toasts, ToastAction } from '../kit/toast/toasts.svelte.ts';
import type { ExportOutcome } from '../../shared/exports/export.ts';

/**
 * Runs an export with a toast that shows its progress and can stop it. Undefined: it failed or was
 * stopped, and a toast says so.
 */
export async function runExport<T>(
  toasts: Toasts,
  accountId: string,
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const controller = new AbortController();
  const shown = toasts.progress(title, () => {
    controller.abort();
  });
  const stopListening = listen('exports:progress', (progress) => {
    if (progress.accountId === accountId) shown.update(null);
  });
  const result = await toasts.attempt(() => work(controller.signal));
  stopListening();
  shown.close();
  return result;
}

/** The actions on a saved file, for the toast that reports it; the main process knows its path. */
export function savedActions(toasts: Toasts, { savedId }: ExportOutcome): readonly ToastAction[] {
  if (savedId === undefined) return [];
  return [
    {
      title: 'Show in folder',
      run: () => void toasts.attempt(() => ask('exports:saved-file', { savedId, action: 'show' })),
    },
    {
      title: 'Copy path',
      run: () =>
        void toasts.attempt(async () => {
          await ask('exports:saved-file', { savedId, action: 'copy-path' });
          toasts.notify('Copied the path.');
        }),
    },
  ];
}
