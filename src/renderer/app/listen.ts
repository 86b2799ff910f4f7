import type { Events } from '../../shared/ipc.ts';
import { countOf, formatCount } from '../format/format-number.ts';
import type { Desk } from '../account/desk.svelte.ts';

const firstSyncRefreshMs = 1500;

/** Hears what the main process says unasked; returns the way to stop. */
export function listen(desk: Desk): () => void {
  const { bridge } = window;
  const { sayFailure } = desk.notices;
  let refreshedAtMs = 0;
  /** The first sync of an account shows its rows while they arrive; later ones at their end. */
  const takeProgress = (progress: Events['sync:progress']): void => {
    desk.sync.takeProgress(progress);
    if (progress.accountId !== desk.account?.id || desk.sync.wasSynced) return;
    const nowMs = Date.now();
    if (nowMs - refreshedAtMs < firstSyncRefreshMs) return;
    refreshedAtMs = nowMs;
    void desk.refreshLists();
    void desk.sync.reload(sayFailure);
  };
  const stops = [
    bridge.on('accounts:changed', () => void desk.loadAccounts()),
    bridge.on('sync:progress', takeProgress),
    bridge.on('sync:state', (state) => {
      desk.sync.take(state);
    }),
    bridge.on('sync:plan', (plan) => {
      desk.sync.takePlan(plan);
    }),
    bridge.on('tests:progress', (run) => {
      takeTest(desk, run);
    }),
    bridge.on('exports:refreshed', ({ accountId, presets }) => {
      void desk.presets.takeRefreshed(accountId, presets);
    }),
    bridge.on('store:changed', ({ accountId, resources }) => {
      if (accountId !== desk.account?.id) return;
      desk.noteChange();
      void desk.refreshLists();
      void desk.tags.load();
      void desk.sync.reload(sayFailure);
      if (resources.includes('tests')) void desk.tests.reload(sayFailure);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function takeTest(desk: Desk, run: Events['tests:progress']): void {
  const before = desk.tests.runs.find((known) => known.id === run.id)?.state;
  desk.tests.take(run);
  if (before !== 'running' || run.state !== 'finished') return;
  const good = `${formatCount(run.successCount)} of ${countOf(run.resultCount, 'result')}`;
  desk.notices.say(`The test is finished: ${good} succeeded.`);
}
