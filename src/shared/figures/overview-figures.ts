import { billedFilter, type CostGroup, type EndingGroup, type EndingServices } from './costs.ts';
import { formatTerm } from '../filter/query-edit.ts';
import type { ListName } from '../lists.ts';
import type { FailingService, Overview } from './overview.ts';
import { changeKinds, type ChangeKind, type RecordedSync } from '../records/change.ts';

/** A number of the overview or of the costs, and the filter whose list has as many rows. */
export interface Figure {
  readonly count: number;
  readonly list: ListName;
  readonly where: string;
}

const proxies = (count: number, where: string): Figure => ({ count, list: 'proxies', where });
const services = (count: number, where: string): Figure => ({ count, list: 'services', where });
/** A term of one value; null: of no value. */
const term = (key: string, value: string | null, isExact = false): string =>
  value === null ? `${key}:""` : formatTerm(key, [value], isExact);

/** Finds the proxies whose last test failed. */
export const failingFilter = 'last:fails';
export const failingFigure = ({ failing }: Pick<Overview, 'failing'>): Figure => proxies(failing, failingFilter);
export const testedFigure = ({ tested }: Pick<Overview, 'tested'>): Figure => proxies(tested, '-last:never');
export const failingServiceFigure = ({ serviceId, failing }: FailingService): Figure =>
  proxies(failing, `${failingFilter} ${term('service', serviceId, true)}`);
/** The proxies of a country, all or those that fail; null: of none. */
export const countryFigure = (code: string | null, count: number, shown: 'all' | 'failing'): Figure =>
  proxies(count, `${shown === 'failing' ? `${failingFilter} ` : ''}${term('country', code, true)}`);
/** The failing proxies of the services that the overview does not name. */
export const otherFailingFigure = (shown: readonly FailingService[], others: readonly FailingService[]): Figure =>
  proxies(
    others.reduce((sum, { failing }) => sum + failing, 0),
    [failingFilter, ...shown.map(({ serviceId }) => `-${term('service', serviceId, true)}`)].join(' '),
  );

/** The services that end or renew in one of some ways. */
export function endingFigure({ first, last }: EndingServices, groups: readonly EndingGroup[]): Figure {
  const count = groups.reduce((sum, { serviceCount }) => sum + serviceCount, 0);
  const kinds = groups.map(({ ending }) => ending);
  return services(count, `${formatTerm('ending', kinds)} expires:${first}..${last}`);
}

/** The services that end or renew on one day. */
export const expiringFigure = (day: string, count: number): Figure => services(count, `expires:${day}`);

/** The changes of a sync, or those of one kind, as far as they are recorded. */
export function changesFigure(sync: RecordedSync, kind?: ChangeKind): Figure {
  const counts = kind === undefined ? changeKinds.map((one) => sync.counts[one]) : [sync.counts[kind]];
  const count = counts.reduce((sum, one) => sum + one, 0);
  const where = kind === undefined ? '' : ` ${formatTerm('kind', [kind])}`;
  return { count, list: 'changes', where: `sync:${String(sync.id)}${where}` };
}

/** The services that cost something, or those of one type. */
export const billedFigure = (serviceCount: number): Figure => services(serviceCount, billedFilter);
export const costFigure = (group: CostGroup): Figure =>
  services(group.serviceCount, `${term('type', group.value)} ${billedFilter}`);
