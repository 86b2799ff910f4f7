import { ask } from '../bridge.ts';
import type { AppState } from '../account/app-state.svelte.ts';

/** Saves the user's records of the open account where the user chooses. */
export async function backUpRecords({ toasts, accountId }: AppState): Promise<void> {
  if (accountId === null) return;
  const saved = await toasts.attempt(() => ask('records:back-up', { accountId }));
  if (saved != null) toasts.notify(`Saved the records as ${saved.fileName}.`);
}

/** Replaces records by a chosen file, and reopens the account. */
export async function restoreRecords(app: AppState): Promise<void> {
  const { toasts, accountId } = app;
  if (accountId === null) return;
  const restored = await toasts.attempt(() => ask('records:restore', { accountId }));
  if (restored == null) return;
  await app.openAgain();
  const { fileName, turnedOff } = restored;
  const safe =
    turnedOff.length === 0 ? '' : ` Turned off, because the account did not have it: ${turnedOff.join('; ')}.`;
  toasts.notify(`Restored the records from ${fileName}.${safe}`);
}

/** Copies versions, sizes and last errors, without addresses. */
export async function copyDiagnostics(app: AppState): Promise<void> {
  const report = await app.toasts.attempt(() => ask('diagnostics:report', undefined));
  if (report !== undefined) await app.copyPlain(report, 'the diagnostics');
}
