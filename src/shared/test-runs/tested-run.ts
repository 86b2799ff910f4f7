import type { Query } from '../filter/query-term.ts';
import type { LocalTestSettings, TestRunSummary } from './test-run.ts';

/** How the proxies of a run were reached: another port may not work. */
export type TestedOver = Pick<LocalTestSettings, 'protocol' | 'ip'>;

/** The run whose results a filter asks for, by a single `works:`, `fails:` or `run:`; null: none, or several. */
export function runOfQuery({ terms }: Query): number | null {
  const named = terms.filter(
    ({ key, isNegated }) => !isNegated && (key === 'works' || key === 'fails' || key === 'run'),
  );
  const ids = new Set(
    named.flatMap(({ values }) => values.map((value) => (value.kind === 'text' ? Number(value.text) : NaN))),
  );
  const [id] = ids;
  return id !== undefined && ids.size === 1 && Number.isSafeInteger(id) ? id : null;
}

/** How a run reached its proxies; null for a run by the service, which does not say it. */
export const testedOver = (run: Pick<TestRunSummary, 'settings'> | undefined): TestedOver | null =>
  run?.settings ? { protocol: run.settings.protocol, ip: run.settings.ip } : null;
