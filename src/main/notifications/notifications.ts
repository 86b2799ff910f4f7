import { describeNotice, noticeKindNames, noticeKinds, type Notice } from '../../shared/notifications.ts';
import type { Settings } from '../../shared/settings.ts';
import type { TestRunSummary } from '../../shared/test-runs/test-run.ts';
import type { Desktop } from '../desktop.ts';
import type { Clock, Emit, Log } from '../ports.ts';
import type { Store } from '../store/index.ts';
import { occasionsOfRun, occasionsOfSync, type Occasions } from './find-occasions.ts';

/** Notifies through the system of what the user chose, and never twice of one occasion, also after a restart. */
export function createNotifications(parts: {
  readonly desktop: Desktop;
  readonly settings: () => Settings;
  readonly account: (accountId: string) => { readonly name: string; readonly store: Store };
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly emit: Emit;
  readonly log: Log;
}) {
  const { desktop, settings, account, clock, emit, log } = parts;
  const show = async (accountId: string, findOccasions: (store: Store) => Occasions): Promise<void> => {
    const { notices: chosen } = settings();
    if (desktop.notify === undefined || chosen.length === 0) return;
    const { name, store } = account(accountId);
    const occasions = findOccasions(store);
    for (const kind of noticeKindNames) {
      const found = occasions[kind] ?? [];
      if (found.length === 0 || !chosen.includes(kind)) continue;
      const keys = found.map(({ key }) => key);
      const fresh = await store.whenFree(() => store.notified.add(kind, keys, clock.wallMs()));
      const news = found.filter(({ key }) => fresh.includes(key));
      if (news.length === 0) continue;
      if (noticeKinds[kind].isForBackground && desktop.isFocused?.() === true) continue;
      const notice: Notice = describeNotice(kind, news, name);
      desktop.notify(notice, () => {
        emit('notice:open', { accountId, target: notice.target });
      });
    }
  };
  const begin = (accountId: string, findOccasions: (store: Store) => Occasions): void => {
    // A notification that cannot be shown must not stop the work that it reports.
    show(accountId, findOccasions).catch((error: unknown) => {
      log.error('notification', error);
    });
  };
  return {
    /** After each sync that ended with an outcome. */
    syncEnded(accountId: string): void {
      begin(accountId, (store) => occasionsOfSync(store, settings(), clock.wallMs()));
    },
    /** After a test run has stopped. */
    runStopped(accountId: string, run: TestRunSummary): void {
      begin(accountId, () => occasionsOfRun(run, settings().failureWarningPercent));
    },
  };
}
