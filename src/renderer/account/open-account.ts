import type { Events } from '../../shared/ipc.ts';
import { listen } from '../bridge.ts';
import { describeOutcomes } from '../../shared/test-runs/test-run.ts';
import type { AccountState } from './account-state.svelte.ts';

const firstSyncRefreshMs = 1500;

type AccountEvent = {
  [K in keyof Events]: Events[K] extends { readonly accountId: string } ? K : never;
}[keyof Events];

/** Loads and follows an account, with its first sync if needed; returns a stop. */
export function openAccount(account: AccountState): () => void {
  let isOpen = true;
  const stopListening = followEvents(account);
  void account.load();
  void account.sync.reload().then(() => {
    if (isOpen && account.sync.needsFirstSync) void account.sync.run();
  });
  return () => {
    isOpen = false;
    stopListening();
  };
}

/** Follows events; returns a stop. */
function followEvents(account: AccountState): () => void {
  const stops: (() => void)[] = [];
  const on = <K extends AccountEvent>(name: K, take: (event: Events[K]) => void): void => {
    stops.push(
      listen(name, (event) => {
        if (event.accountId === account.id) take(event);
      }),
    );
  };
  let refreshedAtMs = 0;
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    clearTimeout(refreshTimer);
    refreshTimer = undefined;
    refreshedAtMs = Date.now();
    account.noteChange();
    void account.refreshLists();
  };
  on('sync:progress', (progress) => {
    account.sync.takeProgress(progress);
    // The first sync shows rows while they arrive.
    if (account.sync.wasSynced) return;
    const waitMs = refreshedAtMs + firstSyncRefreshMs - Date.now();
    if (waitMs <= 0) refresh();
    // The next page may never come.
    else refreshTimer ??= setTimeout(refresh, waitMs);
  });
  stops.push(() => {
    clearTimeout(refreshTimer);
  });
  on('sync:state', (state) => {
    account.sync.take(state);
  });
  on('sync:plan', (plan) => {
    account.sync.plan = plan;
  });
  on('tests:progress', (run) => {
    takeTestProgress(account, run);
  });
  on('tests:schedules', ({ schedules }) => {
    account.tests.takeSchedules(schedules);
  });
  // Also of other accounts.
  stops.push(
    listen('gateway:changed', (event) => {
      account.gateway.take(event);
    }),
    () => {
      account.gateway.stop();
    },
  );
  on('gateway:ended', ({ problem }) => {
    account.gateway.noteEnd(problem);
  });
  on('exports:refreshed', ({ presets }) => {
    void account.presets.takeRefreshed(presets);
  });
  on('store:changed', () => {
    account.noteChange();
    void account.refreshLists();
    void account.tags.load();
    void account.sync.reload();
    void account.tests.reload();
    void account.overview.reload();
  });
  return () => {
    for (const stop of stops) stop();
  };
}

/** The end of a run is sent once. A short one may have ended before its start was answered, or be listed as ended by then. */
function takeTestProgress({ tests, app, overview }: AccountState, run: Events['tests:progress']): void {
  tests.take(run);
  if (run.state !== 'running') void overview.reload();
  if (run.state === 'finished') app.toasts.notify(`Test finished: ${describeOutcomes(run)}.`);
}
