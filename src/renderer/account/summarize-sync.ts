import { mainLists, type SyncOutcome } from '../../shared/sync.ts';
import { countOf, formatCount } from '../format/format-number.ts';

/** What a finished sync did, in one sentence. */
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
  if (added + changed + removed === 0) return `Synced ${lists}: nothing changed.`;
  const parts = `${formatCount(added)} added, ${formatCount(changed)} changed`;
  return `Synced ${lists}: ${parts}, ${formatCount(removed)} removed.`;
}
