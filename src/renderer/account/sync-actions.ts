import { FailureError } from '../../shared/failure.ts';
import type { SyncResource } from '../../shared/sync.ts';
import { ask, attempt } from '../bridge.ts';
import { summarizeSync } from './summarize-sync.ts';
import type { Desk } from './desk.svelte.ts';

/** Syncs the current account and says how it went; `acceptEmpty`: believe lists that became empty. */
export async function runSync(desk: Desk, acceptEmpty = false): Promise<void> {
  // A failure of the run itself stays in the banner; a notice would say it twice.
  const outcome = await desk.sync.run(desk.notices.sayFailure, acceptEmpty);
  if (outcome === undefined) return;
  if (outcome.problem === null) desk.notices.say(summarizeSync(outcome));
  else if (outcome.problem.code === 'cancelled') desk.notices.sayFailure(outcome.problem);
}

export async function cancelSync(desk: Desk): Promise<void> {
  const accountId = desk.account?.id;
  if (accountId === undefined) return;
  await attempt(() => ask('sync:cancel', { accountId }), desk.notices.sayFailure);
}

/**
 * Fetches parts of the account anew.
 *
 * @throws FailureError where one of them did not come whole
 */
export async function syncParts(desk: Desk, only: readonly SyncResource[]): Promise<void> {
  const accountId = desk.account?.id;
  if (accountId === undefined) return;
  const outcome = await ask('sync:run', { accountId, only });
  if (outcome.problem !== null) throw new FailureError(outcome.problem);
}

/**
 * Reads one row of a list again at the service; the offline copy then has it.
 *
 * @throws FailureError those of the request
 */
export async function retrieve(
  desk: Desk,
  request: 'proxies:retrieve' | 'services:retrieve' | 'users:retrieve',
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const accountId = desk.account?.id;
  if (accountId === undefined) return;
  await ask(request, { accountId, id }, signal);
  desk.notices.say('The offline copy has its present state.');
}
