import { mainLists, missingResources, nameResources, type SyncOutcome } from '../../shared/sync.ts';
import { countOf, formatCount } from '../format/format-number.ts';

/** What a finished sync did, and which parts it did not receive. */
export function summarizeSync({ resources }: SyncOutcome): string {
  const sum = (part: 'added' | 'changed' | 'removed'): number =>
    mainLists.reduce((total, resource) => total + resources[resource][part], 0);
  const added = sum('added');
  const changed = sum('changed');
  const removed = sum('removed');
  const { services, proxies, proxy_users: users } = resources;
  const lists = [
    countOf(proxies.total, 'proxy', 'proxies'),
    countOf(services.total, 'service'),
    countOf(users.total, 'proxy user'),
  ].join(', ');
  const changes =
    added + changed + removed === 0
      ? 'nothing changed'
      : `${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(removed)} removed`;
  const missing = missingResources(resources);
  const [first] = missing;
  const reason = first === undefined ? '' : ` ${resources[first].problem?.message ?? ''}`;
  const rest = missing.length === 0 ? '' : ` Not received: ${nameResources(missing)}.${reason}`;
  return `Synced ${lists}: ${changes}.${rest}`;
}
