import type { MenuItem } from '../kit/menu/menu-item.ts';
import type { LocalTestSettings } from '../../shared/test-runs/test-run.ts';
import type { JsonObject } from '../../shared/json.ts';
import { fail } from '../../shared/failure.ts';
import { isSameName } from '../../shared/saved.ts';
import type { TestSchedule } from '../../shared/test-runs/test-schedule.ts';
import { ask } from '../bridge.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { Target } from '../account/dialog-request.ts';
import { filterOf, findTarget, pointedTarget } from './find-target.ts';
import type { Choice } from './target.ts';

interface TestChoices {
  readonly urls: readonly string[];
  /** Null: each proxy's default user. */
  readonly userId: string | null;
  readonly name: string;
  /** Null: the service tests. */
  readonly settings: LocalTestSettings | null;
  /** Repeats it under its name; 0: once. */
  readonly everyHours?: number;
  /** Later tests follow this view; null: none. */
  readonly viewId?: number | null;
}

const asJson = (content: TestSchedule): JsonObject =>
  // It is made of JSON values only; readonly lists are not assignable to it.
  content as unknown as JsonObject;

/**
 * Starts a run and shows it.
 *
 * @param signal until it has started
 * @throws FailureError
 */
export async function startTest(
  account: AccountState,
  { rows: proxies }: Target,
  { urls, userId, name, settings, everyHours = 0, viewId = null }: TestChoices,
  signal?: AbortSignal,
): Promise<void> {
  const { id: accountId, tests, app } = account;
  // Saving follows the start, too late for a message.
  if (everyHours > 0 && tests.schedules.some((schedule) => isSameName(schedule.name, name))) {
    throw fail('name-taken', `There is already a repeated test named "${name}". Choose another name.`);
  }
  const request = {
    accountId,
    proxies,
    urls: [...urls],
    name,
    ...(userId === null ? {} : { proxyUserId: userId }),
    ...(settings === null ? {} : { settings }),
  };
  const started = await ask('tests:start', request, signal);
  tests.take(started);
  tests.select(started.id);
  app.view = 'tests';
  // Only a test that could begin is repeated.
  const where = filterOf(proxies);
  if (everyHours > 0 && where !== null) {
    const content = { everyHours, viewId, where, urls: [...urls], proxyUserId: userId, settings };
    await ask('saved:put', { accountId, kind: 'test-schedule', name, content: asJson(content) });
    await tests.reload();
  }
}

/** Menu of tests with the last run's URLs and user. */
export function testItems(account: AccountState): readonly MenuItem[] {
  const last = account.tests.runs.find(({ source }) => source !== 'gateway');
  const url = last?.urls[0];
  return [
    {
      title: url === undefined ? 'Test as last time' : `Test as last time: ${url}`,
      isEnabled: last !== undefined,
      run: () =>
        void account.app.toasts.attempt(async () => {
          if (last === undefined) return;
          const target = await findTarget(account);
          await startTest(account, target, {
            urls: last.urls,
            userId: target.userId ?? last.proxyUserId,
            name: '',
            settings: last.settings,
          });
        }),
    },
  ];
}

/** Tests at once as the last run did, or by the service with the settings' URLs; the view stays. */
export async function testNow(account: AccountState, target: Choice = pointedTarget(account)): Promise<void> {
  const { id: accountId, tests, app } = account;
  const last = tests.runs.find(({ source }) => source !== 'gateway');
  await app.toasts.attempt(async () => {
    const { rows: proxies, userId } = await findTarget(account, target);
    const started = await ask('tests:start', {
      accountId,
      proxies,
      urls: [...(last?.urls ?? app.settings.testUrls)],
      proxyUserId: userId ?? last?.proxyUserId ?? undefined,
      settings: last?.settings ?? undefined,
    });
    tests.take(started);
  });
}
