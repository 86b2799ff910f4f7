import { findProblems, type DataLeft, type Overview, type Problem } from '../../../shared/figures/overview.ts';
import { localDay } from '../../../shared/figures/days.ts';
import { assertNever } from '../../../shared/failure.ts';
import { changeKinds } from '../../../shared/records/change.ts';
import { endingTitles } from '../../../shared/records/service-ending.ts';
import { listPresets } from '../../exports/presets/presets.ts';
import type { CommandContext } from '../command.ts';

/** Last exports and test runs that are printed. */
const mostRecent = 4;

/** Prints whether everything is all right, from the cache; needs no network and no key. */
export async function printOverview({ app, session, output }: CommandContext): Promise<void> {
  const { store } = session();
  const today = localDay(Date.now());
  const overview = store.overview(today);
  const settings = await app.handlers['settings:get'](undefined);
  const problems = findProblems(overview, settings, today);
  const exports = listPresets(store)
    .flatMap(({ name, target }) =>
      target?.writtenAt == null ? [] : [{ name, writtenAt: target.writtenAt, problem: target.problem }],
    )
    .toSorted((one, other) => other.writtenAt.localeCompare(one.writtenAt))
    .slice(0, mostRecent);
  const testRuns = store.testRuns.list().slice(0, mostRecent);
  output.json({ problems, ...overview, exports, testRuns });
  for (const line of describe(overview, problems)) output.line(line);
  for (const { name, writtenAt } of exports) output.line(`Export ${name}: ${writtenAt}`);
  for (const run of testRuns) {
    output.line(
      `Test run ${String(run.id)}: ${String(run.proxiesPassed)} of ${String(run.proxiesTested)} proxies work`,
    );
  }
}

function describe({ lastSync, ending, costs, ...overview }: Overview, problems: readonly Problem[]): string[] {
  return [
    ...(problems.length === 0 ? ['Nothing needs your attention.'] : problems.map(describeProblem)),
    `Failing: ${String(overview.failing)} of ${String(overview.tested)} tested proxies`,
    ...ending.groups
      .filter(({ serviceCount }) => serviceCount > 0)
      .map(
        (group) =>
          `Until ${ending.last}: ${String(group.serviceCount)} services, ${endingTitles[group.ending].toLowerCase()}, ${group.total.toFixed(2)}`,
      ),
    ...overview.data.map(describeData),
    ...(lastSync === null
      ? []
      : [
          `Last sync ${String(lastSync.id)}: ${changeKinds.map((kind) => `${String(lastSync.counts[kind])} ${kind}`).join(', ')}`,
        ]),
    `Cost per month: ${costs.perMonth.toFixed(2)} for ${String(costs.serviceCount)} services${costs.unknownCount > 0 ? `, ${String(costs.unknownCount)} of unknown cost` : ''}`,
  ];
}

const gigabytes = (bytes: number | null): string => (bytes === null ? 'unknown' : `${(bytes / 1e9).toFixed(1)} GB`);

const describeData = ({ kind, left, lastsUntil }: DataLeft): string =>
  `Data left: ${gigabytes(left)} ${kind}${lastsUntil === null ? '' : `, lasts until about ${lastsUntil}`}`;

function describeProblem(problem: Problem): string {
  switch (problem.kind) {
    case 'service-fails':
      return `! ${problem.name ?? problem.serviceId ?? 'Proxies without a service'}: ${String(problem.failing)} of ${String(problem.proxyCount)} proxies failed their last test.`;
    case 'gateway-fails':
      return `! The gateway failed ${String(problem.failed)} of its last ${String(problem.requests)} requests.`;
    case 'many-fail':
      return `! ${String(problem.failing)} of ${String(problem.tested)} tested proxies failed their last test.`;
    case 'data-runs-out':
      return `! ${describeData(problem.data)}.`;
    case 'manual-renewal':
      return `! ${problem.name ?? problem.serviceId} ends on ${problem.day} unless you renew it.`;
    case 'sync-failed':
      return `! The last sync did not finish: ${problem.sync.problem ?? 'unknown'}.`;
    default:
      return assertNever(problem);
  }
}
