import {
  describeNotice,
  noticeKindNames,
  noticeKinds,
  type Notice,
} from '../../shared/notifications.ts';
import type { Settings } from '../../shared/settings.ts';
import type { TestRunSummary } from '../../shared/test-runs/test-run.ts';
import type { Desktop } from '../desktop.ts';
import type { Clock, Emit, Log } from '../ports.ts';
import type { Store } from '../store/index.ts';
import { factsOfRun, factsOfSync, type Facts } from './find-facts.ts';

/** Notifies through the system of what the user chose, and never twice of one fact, also after a restart. */
export function createNotices(parts: {
  readonly desktop: Desktop;
  readonly settings: () => Settings;
  readonly account: (accountId: string) => { readonly name: string; readonly store: Store };
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly emit: Emit;
  readonly log: Log;
}) {
  const { desktop, settings, account, clock, emit, log } = parts;
  const show = async (accountId: string, findFacts: (store: Store) => Facts): Promise<void> => {
    const { notices: chosen } = settings();
    if (desktop.notify === undefined || chosen.length === 0) return;
    const { name, store } = account(accountId);
    const facts = findFacts(store);
    for (const kind of noticeKindNames) {
      const found = facts[kind] ?? [];
      if (found.length === 0 || !chosen.includes(kind)) continue;
      const keys = found.map(({ key }) => key);
      const fresh = await store.whenFree(() => store.noticed.add(kind, keys, clock.wallMs()));
      const news = found.filter(({ key }) => fresh.includes(key));
      if (news.length === 0) continue;
      if (noticeKinds[kind].isForBackground && desktop.isFocused?.() === true) continue;
      const notice: Notice = describeNotice(kind, news, name);
      desktop.notify(notice, () => {
        emit('notice:open', { accountId, target: notice.target });
      });
    }
  };
  const begin = (accountId: string, findFacts: (store: Store) => Facts): void => {
    // A notification that cannot be shown must not stop the work that it reports.
    show(accountId, findFacts).catch((error: unknown) => {
      log.error('notification', error);
    });
  };
  return {
    /** After each sync that ended with an outcome. */
    syncEnded(accountId: string): void {
      begin(accountId, (store) => factsOfSync(store, settings(), clock.wallMs()));
    },
    /** After a test run has stopped. */
    runStopped(accountId: string, run: TestRunSummary): void {
      begin(accountId, () => factsOfRun(run, settings().failureWarningPercent));
    },
  };
}
