import type { AccountSummary } from '../shared/account.ts';
import { countOf, formatCount } from '../shared/count-of.ts';
import { findFailing, gatewayHosts, type GatewayReport } from '../shared/gateway/gateway.ts';
import type { NotificationTarget } from '../shared/notifications.ts';
import type { TestRunSummary } from '../shared/test-runs/test-run.ts';
import type { Session } from './accounts/sessions.ts';
import { listPresets, type StoredPreset } from './exports/presets/presets.ts';
import type { Gateways } from './gateway/gateways.ts';
import type { Store } from './store/index.ts';
import type { SyncEngine } from './sync/engine.ts';
import type { SyncSchedule } from './sync/sync-schedule.ts';
import type { TestRuns } from './test-runs/runs.ts';
import type { TestScheduler } from './test-runs/schedule-runs.ts';

/** For the icon in the panel. */
export interface BackgroundStatus {
  readonly accounts: readonly {
    readonly id: string;
    readonly name: string;
    readonly isGatewayOn: boolean;
    readonly openCount: number;
  }[];
  /** Of gateways that are on. */
  readonly rules: readonly {
    readonly accountId: string;
    readonly ruleId: number;
    readonly name: string;
    /** Host and port. */
    readonly address: string;
  }[];
  readonly tests: { readonly done: number; readonly total: number } | null;
  readonly problem: Problem | null;
  readonly isSyncing: boolean;
}

interface Problem {
  readonly accountId: string;
  /** A sentence. */
  readonly text: string;
  readonly target: NotificationTarget;
}

type Named = Pick<AccountSummary, 'id' | 'name'>;

/** Reports what the app does, or will do, without its window. */
export function createBackground(parts: {
  readonly accounts: () => readonly Named[];
  readonly session: (accountId: string) => Pick<Session, 'store'>;
  readonly engine: Pick<SyncEngine, 'isRunning'>;
  readonly schedule: Pick<SyncSchedule, 'plan'>;
  readonly testRuns: Pick<TestRuns, 'running'>;
  readonly testSchedule: Pick<TestScheduler, 'list'>;
  readonly gateways: Pick<Gateways, 'running' | 'report'>;
}) {
  const { accounts, session, engine, schedule, testRuns, testSchedule, gateways } = parts;
  const storeOf = (accountId: string): Store => session(accountId).store;

  const following = (accountId: string): StoredPreset[] =>
    listPresets(storeOf(accountId)).filter(({ target }) => target?.isRefreshed === true);
  const runsOf = (accountId: string): TestRunSummary[] =>
    testRuns
      .running()
      .filter((run) => run.accountId === accountId)
      .flatMap(({ testRunId }) => storeOf(accountId).testRuns.get(testRunId) ?? []);
  const findProblem = ({ id: accountId, name }: Named, report: GatewayReport): Problem | null => {
    const at = (view: NotificationTarget['view'], text: string): Problem => ({
      accountId,
      text,
      target: { view, filter: null },
    });
    if (report.problem !== null) return at('gateway', `The gateway of ${name} is off. ${report.problem}`);
    for (const { ruleId, problem } of report.state?.rules ?? []) {
      const rule = report.rules.find(({ id }) => id === ruleId);
      if (!problem || !rule) continue;
      const taken = `Port ${String(rule.port)} is in use.`;
      return at('gateway', `${rule.name}: ${problem.kind === 'failed' ? problem.message : taken}`);
    }
    const failing = findFailing(report.state);
    if (failing) {
      const { failed, requests } = failing;
      return at('gateway', `${name}: ${String(failed)} of the last ${String(requests)} requests failed`);
    }
    const { problem } = schedule.plan(accountId);
    if (problem) return at('overview', `${name} is not synced. ${problem.message}`);
    const test = testSchedule.list(accountId).find((one) => one.problem !== null);
    if (test) return at('tests', `${test.name}: ${test.problem ?? ''}`);
    const unwritten = following(accountId).find(({ target }) => target?.problem != null);
    return unwritten ? at('overview', `${unwritten.name} was not written after the last sync`) : null;
  };

  return {
    /** Sentences about work that would stop, also scheduled; [] if none. */
    work(): string[] {
      const read = accounts().flatMap(({ id, name }) =>
        readable(() => ({
          id,
          name,
          runs: runsOf(id),
          repeatedCount: testSchedule.list(id).length,
          followingCount: following(id).length,
        })),
      );
      const tests = sumTests(read.flatMap(({ runs }) => runs));
      const repeatedCount = read.reduce((sum, one) => sum + one.repeatedCount, 0);
      const followingCount = read.reduce((sum, one) => sum + one.followingCount, 0);
      const running = gateways.running().map(({ accountId, openCount }) => {
        const gateway = `The gateway of ${read.find(({ id }) => id === accountId)?.name ?? 'an account'}`;
        return openCount === 0 ? gateway : `${gateway}, with ${countOf(openCount, 'open connection')}`;
      });
      const sentences = [
        ...running,
        tests !== null && `The test in progress, ${formatCount(tests.done)} of ${formatCount(tests.total)} tested`,
        repeatedCount > 0 && `${countOf(repeatedCount, 'test')} that ${repeatedCount === 1 ? 'is' : 'are'} repeated`,
        followingCount > 0 &&
          `${countOf(followingCount, 'preset')} that ${followingCount === 1 ? 'is' : 'are'} updated after each sync`,
      ];
      return sentences.filter((sentence) => sentence !== false);
    },
    async status(): Promise<BackgroundStatus> {
      const reports = await Promise.all(
        accounts().map(async ({ id, name }) => ({
          account: { id, name },
          report: await gateways.report(id).catch(() => null),
        })),
      );
      const readReports = reports.flatMap(({ account, report }) => (report === null ? [] : [{ account, report }]));
      const on = gateways.running();
      return {
        accounts: reports.map(({ account }) => {
          const gateway = on.find(({ accountId }) => accountId === account.id);
          return { ...account, isGatewayOn: gateway !== undefined, openCount: gateway?.openCount ?? 0 };
        }),
        rules: readReports.flatMap(({ account, report }) =>
          report.state === null
            ? []
            : report.rules
                .filter(({ isOn }) => isOn)
                .map(({ id, name, port }) => ({
                  accountId: account.id,
                  ruleId: id,
                  name,
                  address: `${gatewayHosts[0]}:${String(port)}`,
                })),
        ),
        tests: sumTests(reports.flatMap(({ account }) => readable(() => runsOf(account.id)).flat())),
        problem:
          readReports
            .flatMap(({ account, report }) => readable(() => findProblem(account, report)))
            .find((one) => one !== null) ?? null,
        isSyncing: reports.some(({ account }) => engine.isRunning(account.id)),
      };
    },
  };
}

/** The window reports an unreadable cache. */
function readable<T>(read: () => T): T[] {
  try {
    return [read()];
  } catch {
    return [];
  }
}

function sumTests(runs: readonly TestRunSummary[]): BackgroundStatus['tests'] {
  if (runs.length === 0) return null;
  return {
    done: runs.reduce((sum, { proxiesDone }) => sum + proxiesDone, 0),
    total: runs.reduce((sum, { proxyCount }) => sum + proxyCount, 0),
  };
}
