import { countOf } from '../../shared/count-of.ts';
import {
  type AppNotification,
  type Occasion,
  type NotificationKind,
  describeNotification,
  notificationKindNames,
  notificationKinds,
} from '../../shared/notifications.ts';
import type { Settings } from '../../shared/settings.ts';
import { countOutcomes, type TestRunSummary } from '../../shared/test-runs/test-run.ts';
import type { Desktop, Clock, Emit, Log } from '../ports.ts';
import type { Store } from '../store/index.ts';
import { addDays, localDay } from '../../shared/figures/days.ts';
import { limitTone } from '../../shared/figures/limits.ts';
import { daysLeft, overdueFigure } from '../../shared/figures/overview.ts';
import { readQuery } from '../../shared/filter/query.ts';

type Occasions = { readonly [K in NotificationKind]?: readonly Occasion[] };

const maxServices = 1000;

/** What a sync that has just ended gives reason to notify of. */
export function occasionsOfSync(
  store: Store,
  settings: Pick<Settings, 'serviceWarningDays' | 'dataWarningDays'>,
  nowMs: number,
): Occasions {
  const { lastProblem, lastCompletedAt } = store.syncs.lastRun();
  if (lastProblem?.code === 'keys-refused') {
    // Once until a sync succeeds again.
    const key = `since ${lastCompletedAt ?? 'the beginning'}`;
    return { 'keys-rejected': [{ key, count: 1, name: '', filter: null }] };
  }
  const today = localDay(nowMs);
  return {
    'proxies-replaced': replaced(store),
    'service-ends': endingServices(store, settings.serviceWarningDays, today),
    'service-overdue': overdueServices(store),
    'data-runs-out': [...dataRunsOut(store, settings.dataWarningDays, today), ...usersNearLimit(store)],
  };
}

/** Finds what a run is a reason to notify of; none while it continues. */
export function occasionsOfRun(run: TestRunSummary, warningPercent: number): Occasions {
  if (run.state !== 'finished' || run.source === 'gateway' || run.proxiesTested === 0) return {};
  const { total, fails: failed, noResult } = countOutcomes(run);
  const label = run.name === '' ? `Test run ${String(run.id)}` : run.name;
  const occasion = (name: string): Occasion => ({
    key: String(run.id),
    count: failed,
    name: `${label}: ${name}`,
    filter: String(run.id),
  });
  const counts = `${String(failed)} of ${countOf(total, 'proxy', 'proxies')}`;
  const rest = noResult === 0 ? '' : `, ${String(noResult)} without a result`;
  if (failed * 100 >= run.proxiesTested * warningPercent && failed > 0) {
    return { 'failures-crossed': [occasion(`${counts} fail${rest}.`)], 'run-finished': [] };
  }
  return { 'run-finished': [occasion(failed + noResult === 0 ? 'all proxies work.' : `${counts} fail${rest}.`)] };
}

function replaced(store: Store): readonly Occasion[] {
  const [sync] = store.changeLog.syncs(1);
  if (sync === undefined || sync.counts.replaced === 0) return [];
  const key = String(sync.id);
  return [{ key, count: sync.counts.replaced, name: '', filter: `kind:replaced sync:${key}` }];
}

/** Services that are canceled or need a manual renewal. */
function endingServices(store: Store, days: number, today: string): readonly Occasion[] {
  const filter = `ending:canceled,manual expires:${today}..${addDays(today, days)}`;
  const where = readQuery(filter, 'services');
  const window = { where, sort: [], offset: 0, limit: maxServices };
  return store.services.list(window).map((service) => ({
    // A renewed service ends another time.
    key: `${service.service_id} ${service.service_expiry_datetime ?? ''}`,
    count: 1,
    name: service.service_name ?? service.service_id,
    filter,
  }));
}

function overdueServices(store: Store): readonly Occasion[] {
  const overdue = store.unpaid().filter(({ isOverdue }) => isOverdue);
  return overdue.map(({ serviceId, name, invoiceId }) => ({
    // Paid, it may be overdue again with its next invoice.
    key: `${serviceId} ${invoiceId ?? ''}`,
    count: 1,
    name: name ?? serviceId,
    filter: overdueFigure(overdue.length).where,
  }));
}

function usersNearLimit(store: Store): readonly Occasion[] {
  return store.usersNearLimit().map(({ userId, kind, left, limit, share }) => ({
    // Again when it is used up, and after a higher limit.
    key: `${userId} ${kind} of ${String(limit)} ${String(limitTone(share))}`,
    count: 1,
    name: `${userId} has ${(left / 1e9).toFixed(1)} GB of ${kind} data left`,
    filter: kind,
  }));
}

function dataRunsOut(store: Store, days: number, today: string): readonly Occasion[] {
  return store
    .dataLeft(today)
    .filter((data) => daysLeft(data, today) < days)
    .map(({ kind, total, lastsUntil }) => ({
      // Once until more is bought: the day moves with the pace.
      key: `${kind === 'residential' ? '' : `${kind} `}of ${String(total)}`,
      count: 1,
      name: `${kind} data lasts until about ${lastsUntil ?? ''} at the present pace`,
      filter: kind,
    }));
}

/** Notifies of what the user chose, once per occasion, also after a restart. */
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
    for (const kind of notificationKindNames) {
      const found = occasions[kind] ?? [];
      if (found.length === 0 || !chosen.includes(kind)) continue;
      const keys = found.map(({ key }) => key);
      const fresh = await store.whenFree(() => store.notified.add(kind, keys, clock.wallMs()));
      const news = found.filter(({ key }) => fresh.includes(key));
      if (news.length === 0) continue;
      if (notificationKinds[kind].isForBackground && desktop.isFocused?.() === true) continue;
      const notification: AppNotification = describeNotification(kind, news, name);
      desktop.notify(notification, () => {
        emit('notification:open', { accountId, target: notification.target });
      });
    }
  };
  const begin = (accountId: string, findOccasions: (store: Store) => Occasions): void => {
    // Showing must not stop the reported work.
    show(accountId, findOccasions).catch((error: unknown) => {
      log.error('notification', error);
    });
  };
  return {
    /** After each sync that ended with an outcome. */
    syncEnded(accountId: string): void {
      begin(accountId, (store) => occasionsOfSync(store, settings(), clock.wallMs()));
    },
    runStopped(accountId: string, run: TestRunSummary): void {
      begin(accountId, () => occasionsOfRun(run, settings().failureWarningPercent));
    },
  };
}
