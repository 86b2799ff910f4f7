import { assertNever, describeFailure } from '../../shared/failure.ts';
import { formatTerm } from '../../shared/filter/query-edit.ts';
import {
  type Problem,
  type DataLeft,
  type UnpaidService,
  failingFigure,
  failingServiceFigure,
  nearLimitFigure,
  openInvoiceFigure,
  overdueFigure,
} from '../../shared/figures/overview.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { openOnTarget } from '../actions/find-target.ts';
import { repairsOfSync } from '../actions/repair-sync.ts';
import { targetOfRun } from '../actions/target.ts';
import { countOf, formatBytes, formatCount, roundMoney } from '../format/format-number.ts';
import { formatServiceDay } from '../format/format-time.ts';
import { limitTone } from '../../shared/figures/limits.ts';
import { describeTestCode } from '../format/test-words.ts';
import type { TestRunSummary } from '../../shared/test-runs/test-run.ts';
import type { EndingServices } from '../../shared/figures/costs.ts';

/** A problem in words, and what can be done about it. */
interface DescribedProblem {
  readonly title: string;
  readonly text: string;
  readonly isUrgent: boolean;
  readonly actions: readonly { readonly title: string; readonly run: () => void }[];
}

/** The most services and users that a problem names. */
const maxNamed = 3;

/** Kinds of data at the beginning of a sentence. */
export const dataWords = { residential: 'Residential data', mobile: 'Mobile data' } as const;

const retestRun = (account: AccountState, run: TestRunSummary, count: number) => ({
  title: `Retest ${formatCount(count)}…`,
  run: (): void => void openOnTarget(account, { kind: 'test' }, targetOfRun(run, 'fails')),
});

/** Describes a problem; its actions open the rows behind it. */
export function describeProblem(account: AccountState, problem: Problem): DescribedProblem {
  const retest = (count: number, where: string) => ({
    title: `Retest ${formatCount(count)}…`,
    run: (): void =>
      void openOnTarget(
        account,
        { kind: 'test' },
        {
          title: '# that failed their last test',
          rows: { kind: 'query', where },
          count,
          userId: null,
        },
      ),
  });
  const show = (title: string, list: 'proxies' | 'services' | 'proxy_users', where: string) => ({
    title,
    run: (): void => {
      account.showFound(list, where);
    },
  });
  const { lastProblem = null } = account.sync.state ?? {};
  /** Describes a problem of services, with their names if they are few. */
  const ofServices = (services: readonly UnpaidService[], where: string, is: string, are: string) => {
    const totals = services.flatMap(({ total }) => (total === null ? [] : [total]));
    const sum = roundMoney(totals.reduce((one, other) => one + other, 0));
    const unknownCount = services.length - totals.length;
    const unknown = unknownCount === 0 ? '' : `, without ${formatCount(unknownCount)} of unknown cost`;
    const [first] = services;
    const names = services.slice(0, maxNamed).map(({ name, serviceId }) => name ?? serviceId);
    const others = services.length - names.length;
    return {
      title: services.length === 1 ? `${names[0] ?? ''} ${is}.` : `${formatCount(services.length)} services ${are}.`,
      text: [
        ...(services.length === 1
          ? []
          : [`${names.join(', ')}${others > 0 ? ` and ${formatCount(others)} more` : ''}.`]),
        ...(totals.length > 0 ? [`${services.length === 1 ? 'It costs' : 'They cost'} ${sum}${unknown}.`] : []),
        ...(services.length === 1 && first?.invoiceId != null ? [`Open invoice: ${first.invoiceId}.`] : []),
      ].join(' '),
      actions: [
        services.length === 1
          ? show('Show the service', 'services', formatTerm('id', [first?.serviceId ?? '']))
          : show(`Show ${countOf(services.length, 'service')}`, 'services', where),
      ],
    };
  };
  switch (problem.kind) {
    case 'overdue': {
      const { services } = problem;
      return {
        ...ofServices(services, overdueFigure(services.length).where, 'is overdue', 'are overdue'),
        isUrgent: true,
      };
    }
    case 'open-invoice': {
      const { services } = problem;
      const { where } = openInvoiceFigure(services.length);
      return { ...ofServices(services, where, 'has an open invoice', 'have open invoices'), isUrgent: false };
    }
    case 'users-near-limit': {
      const { users } = problem;
      const { count, where } = nearLimitFigure(users);
      const left = users
        .slice(0, maxNamed)
        .map(({ userId, kind, left: bytes }) => `${userId} has ${formatBytes(bytes)} of ${kind} data left`);
      const others = users.length - left.length;
      return {
        title:
          count === 1 && users.length === 1
            ? `${left[0] ?? ''}.`
            : `${countOf(count, 'proxy user')} near ${count === 1 ? 'its data limits' : 'their data limits'}.`,
        text: users.length === 1 ? '' : `${left.join(', ')}${others > 0 ? `, and ${formatCount(others)} more` : ''}.`,
        isUrgent: users.some(({ share }) => limitTone(share) === 'bad'),
        actions: [show(count === 1 ? 'Show the user' : `Show ${countOf(count, 'user')}`, 'proxy_users', where)],
      };
    }
    case 'service-fails': {
      const { name, serviceId, failing, proxyCount } = problem;
      const { where } = failingServiceFigure(problem);
      return {
        title: `${name ?? serviceId ?? 'Proxies without a service'} is failing.`,
        text: `${formatCount(failing)} of its ${countOf(proxyCount, 'proxy', 'proxies')} failed their last test.`,
        isUrgent: true,
        actions: [retest(failing, where), show(`Show ${countOf(failing, 'proxy', 'proxies')}`, 'proxies', where)],
      };
    }
    case 'gateway-fails':
      return {
        title: 'The gateway is failing.',
        text: `${formatCount(problem.failed)} of its last ${formatCount(problem.requests)} requests failed.`,
        isUrgent: true,
        actions: [
          {
            title: 'Show the gateway',
            run: (): void => {
              account.app.view = 'gateway';
            },
          },
        ],
      };
    case 'all-fail': {
      const { testRunId, isHere, code, status, failing } = problem;
      const reason = `${describeTestCode(code)}${status === null ? '' : ` (${String(status)})`}`;
      const run = account.tests.runs.find(({ id }) => id === testRunId);
      return {
        title: `All ${formatCount(failing)} tested proxies fail: ${reason}.`,
        text: isHere
          ? 'This machine may be to blame: proxies of different networks rarely fail the same way. Check its firewall, VPN and login page.'
          : 'They fail the same way, so the URL or the testers may be to blame.',
        isUrgent: true,
        actions: [
          ...(run ? [retestRun(account, run, failing)] : []),
          {
            title: 'Show run',
            run: (): void => {
              account.tests.select(testRunId);
              account.app.view = 'tests';
            },
          },
        ],
      };
    }
    case 'many-fail': {
      const { where } = failingFigure(problem);
      return {
        title: 'Many proxies are failing.',
        text: `${formatCount(problem.failing)} of ${formatCount(problem.tested)} tested proxies failed their last test.`,
        isUrgent: true,
        actions: [
          retest(problem.failing, where),
          show(`Show ${countOf(problem.failing, 'proxy', 'proxies')}`, 'proxies', where),
        ],
      };
    }
    case 'data-runs-out': {
      const { kind, left, bytesPerDay, lastsUntil } = problem.data;
      const pace = bytesPerDay === null ? '' : ` At ${formatBytes(bytesPerDay)} per day it`;
      return {
        title:
          problem.days <= 0
            ? `${dataWords[kind]} runs out today.`
            : `${dataWords[kind]} runs out in ${countOf(problem.days, 'day')}.`,
        text: `${left === null ? 'An unknown amount' : formatBytes(left)} is left.${pace} lasts until about ${formatServiceDay(lastsUntil ?? '')}.`,
        isUrgent: true,
        actions: [
          {
            title: 'Show usage',
            run: (): void => {
              account.app.showUsage(kind);
            },
          },
        ],
      };
    }
    case 'manual-renewal': {
      const { name, serviceId, day, total } = problem;
      const price = total === null ? '' : ` It costs ${roundMoney(total)}.`;
      return {
        title: `${name ?? serviceId} needs a manual renewal.`,
        text: `It ends on ${formatServiceDay(day)}.${price}`,
        isUrgent: false,
        actions: [show('Show the service', 'services', formatTerm('id', [serviceId]))],
      };
    }
    case 'sync-failed':
      return {
        title: 'The last sync did not finish.',
        text: lastProblem === null ? 'What it did not read is as it was before.' : describeFailure(lastProblem),
        isUrgent: false,
        actions: repairsOfSync(account),
      };
    default:
      return assertNever(problem);
  }
}

/** Data that runs out on one day. */
interface ComingEnd {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly kind: DataLeft['kind'];
}

/** Data that runs out soon, nearest first; overdue data on the first day, as in the list of problems. */
export function dataRunningOut(
  data: readonly DataLeft[],
  { first, last }: Pick<EndingServices, 'first' | 'last'>,
): readonly ComingEnd[] {
  return data
    .flatMap(({ kind, lastsUntil }): ComingEnd[] =>
      lastsUntil === null || lastsUntil > last ? [] : [{ kind, day: lastsUntil < first ? first : lastsUntil }],
    )
    .toSorted((one, other) => one.day.localeCompare(other.day));
}
