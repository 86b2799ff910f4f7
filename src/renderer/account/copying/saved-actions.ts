import type { ExportOutcome } from '../../../shared/exports/export.ts';
import { ask } from '../../bridge.ts';
import type { ToastAction, Toasts } from '../../kit/toast/toasts.svelte.ts';

/** The actions on a saved file, for the toast that reports it; the main process knows its path. */
export function savedActions(toasts: Toasts, { savedId }: ExportOutcome): readonly ToastAction[] {
  if (savedId === undefined) return [];
  return [
    {
      title: 'Show in folder',
      run: () => void toasts.attempt(() => ask('exports:show-saved', { savedId })),
    },
    {
      title: 'Copy path',
      run: () =>
        void toasts.attempt(async () => {
          await ask('exports:copy-path', { savedId });
          toasts.notify('Copied the path.');
        }),
    },
  ];
}
