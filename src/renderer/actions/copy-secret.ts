import type { Settings } from '../../shared/settings.ts';
import { ask } from '../bridge.ts';
import { formatDuration } from '../format/format-time.ts';
import type { AppState } from '../account/app-state.svelte.ts';

/**
 * Copies in the main process, which marks and clears secrets.
 *
 * @param what for the toast
 */
export async function copySecret(
  { toasts, settings }: AppState,
  what: string,
  copy: () => Promise<null>,
): Promise<void> {
  const copied = await toasts.attempt(copy);
  if (copied === undefined) return;
  toasts.notify(`Copied ${what}.${describeClearing(settings)}`);
}

/** Says when a secret is cleared, after a space; '' if never. */
export const describeClearing = ({ clipboardClearSeconds: seconds }: Settings): string =>
  seconds === 0 ? '' : ` The clipboard is cleared after ${formatDuration(seconds)}.`;

/** Copies selected text; see `Revealed.guard`. */
export const copySecretText = (app: AppState, text: string): void =>
  void copySecret(app, 'the selection', () => ask('clipboard:copy-secret', { text }));
