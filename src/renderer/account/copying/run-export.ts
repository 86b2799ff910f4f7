import { listen } from '../../bridge.ts';
import type { Toasts } from '../../kit/toast/toasts.svelte.ts';

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
