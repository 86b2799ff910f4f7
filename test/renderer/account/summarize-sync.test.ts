import { expect, test } from 'vitest';
import { summarizeSync } from '../../../src/renderer/account/sync-status.svelte.ts';
import type { Failure } from '../../../src/shared/failure.ts';
import { syncResources, type SyncOutcome, type SyncResource } from '../../../src/shared/sync.ts';

const outcome = (problems: Partial<Record<SyncResource, Failure>>): SyncOutcome => {
  const resources = syncResources.map((resource) => [
    resource,
    { total: 2, added: 0, changed: 0, removed: 0, problem: problems[resource] ?? null },
  ]);
  return { resources: Object.fromEntries(resources) as unknown } as SyncOutcome; // what is read of it
};
const fault: Failure = { code: 'service-fault', message: 'The service had an internal error.' };

test('after a sync that received everything and changed nothing there is no message: the status bar has its time', () => {
  expect(summarizeSync(outcome({}), null, false)).toBeNull();
});

test('parts that were not received are named, with the reason once', () => {
  expect(summarizeSync(outcome({ residential_ledger: fault, summaries: fault }), null, false)).toBe(
    'Not received: ledger entries and usage summaries. The service had an internal error.',
  );
});

test('a part that the service does not offer is not missing', () => {
  const absent: Failure = { code: 'not-found', message: 'The service did not find this item.' };
  expect(summarizeSync(outcome({ catalog: absent }), null, false)).toBeNull();
});

test('replaced proxies are not called changed, and a first sync has changed nothing', () => {
  const counts = { replaced: 62, added: 8, removed: 0, changed: 39 };
  expect(summarizeSync(outcome({}), { counts }, false)).toBe('Synced: 62 replaced, 8 added, 39 changed.');
  expect(summarizeSync(outcome({}), { counts }, true)).toBeNull();
});
