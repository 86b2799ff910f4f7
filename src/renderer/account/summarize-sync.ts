import { changeKinds, type RecordedSync } from '../../shared/records/change.ts';
import { mainLists, missingResources, nameResources, type SyncOutcome } from '../../shared/sync.ts';
import { countOf, formatCount } from '../format/format-number.ts';

/**
 * What a finished sync did, and which parts it did not receive.
 *
 * @param recorded what it changed, as Changes shows it; null: it is not recorded. A first sync changes nothing
 */
export function summarizeSync(
  { resources }: SyncOutcome,
  recorded: Pick<RecordedSync, 'counts'> | null,
  isFirst: boolean,
): string {
  const sum = (part: 'added' | 'changed' | 'removed'): number =>
    mainLists.reduce((total, resource) => total + resources[resource][part], 0);
  const counts = recorded?.counts ?? {
    replaced: 0,
    added: sum('added'),
    removed: sum('removed'),
    changed: sum('changed'),
  };
  const { services, proxies, proxy_users: users } = resources;
  const lists = [
    countOf(proxies.total, 'proxy', 'proxies'),
    countOf(services.total, 'service'),
    countOf(users.total, 'proxy user'),
  ].join(', ');
  const changes = changeKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${formatCount(counts[kind])} ${kind}`)
    .join(', ');
  const said = isFirst ? '' : `: ${changes === '' ? 'nothing changed' : changes}`;
  const missing = missingResources(resources);
  const [first] = missing;
  const reason = first === undefined ? '' : ` ${resources[first].problem?.message ?? ''}`;
  const rest = missing.length === 0 ? '' : ` Not received: ${nameResources(missing)}.${reason}`;
  return `Synced ${lists}${said}.${rest}`;
}
