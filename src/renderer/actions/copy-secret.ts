import type { Settings } from '../../shared/settings.ts';
import { ask } from '../bridge.ts';
import { formatDuration } from '../format/format-time.ts';
import type { AppState } from '../account/app-state.svelte.ts';

/**
 * Copies in the main process, which marks the text as a secret for clipboard managers and
 * clears it; then says so.
 *
 * @param what names it in the toast
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

/** A sentence on when a copied secret is cleared, with a space in front; '' if it is not. */
export const describeClearing = ({ clipboardClearSeconds: seconds }: Settings): string =>
  seconds === 0 ? '' : ` The clipboard is cleared after ${formatDuration(seconds)}.`;

/** Copies a selected text that may contain a password; see `Revealed.guard`. */
export const copySecretText = (app: AppState, text: string): void =>
  void copySecret(app, 'the selection', () => ask('clipboard:copy-secret', { text }));
