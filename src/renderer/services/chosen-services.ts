import { formatTerm, parseQuery } from '../../shared/query.ts';
import { attempt } from '../bridge.ts';
import type { Desk } from '../account/desk.svelte.ts';
import { countOf } from '../format/format-number.ts';

/**
 * Shows the proxies of the chosen services.
 *
 * @returns whether they are shown; what failed has been said
 */
export async function showChosenProxies(desk: Desk): Promise<boolean> {
  const { selected, notices } = desk;
  const services = await attempt(() => selected.services.rows(), notices.sayFailure);
  if (services === undefined || services.length === 0) return false;
  const ids = services.map(({ service_id: id }) => id);
  const filter = formatTerm('service', ids, true);
  if (!parseQuery(filter, 'proxies').ok) {
    notices.sayFailure({
      code: 'invalid-input',
      message: `${countOf(ids.length, 'service')} are more than one filter can name. Nothing was changed: choose fewer, or filter the proxies by what the services have in common.`,
    });
    return false;
  }
  await desk.showProxies(filter);
  return true;
}

/** Shows the proxies of the chosen services and opens a dialog for them. */
export async function openWithProxies(desk: Desk, kind: 'export' | 'test'): Promise<void> {
  if (await showChosenProxies(desk)) desk.dialog = { kind, scope: 'query' };
}
