import { isOnlyContinuation, type Completion } from '../../shared/filter/query-completion.ts';
import type { GatewayConnection } from '../../shared/gateway/gateway.ts';
import { ask } from '../bridge.ts';

/** A host that programs have asked for lately. */
interface RecentHost {
  readonly host: string;
  /** Logged requests. */
  readonly count: number;
}

export const recentMinutes = 15;
const maxLogged = 100;
const maxSuggestions = 12;

/** Reads the hosts of the last minutes from the log, most requests first; none if nothing is logged. */
export async function readRecentHosts(accountId: string, signal: AbortSignal): Promise<readonly RecentHost[]> {
  const where = `time:${String(recentMinutes)}min`;
  const args = { accountId, list: 'requests', where, key: 'target', limit: maxLogged } as const;
  const { groups } = await ask('list:groups', args, signal);
  return groups.map(({ value, count }) => ({ host: value, count }));
}

/**
 * Completes the target at the caret, in targets with commas between them, by hosts that programs have asked for lately: those of the
 * log, then those of open connections.
 */
export function completeTargets(
  text: string,
  caret: number,
  logged: readonly RecentHost[],
  connections: readonly Pick<GatewayConnection, 'target'>[],
): Completion {
  const before = text.slice(0, caret);
  const typed = before.slice(before.lastIndexOf(',') + 1).trimStart();
  const start = caret - typed.length;
  const end = caret + (/^[^,\s]*/.exec(text.slice(caret))?.[0] ?? '').length;
  const others = `${text.slice(0, start)},${text.slice(end)}`.split(',').map((each) => each.trim());
  const open = connections.flatMap(
    ({ target }) => URL.parse(`http://${target}`)?.hostname.replace(/^\[|\]$/g, '') ?? [],
  );
  const hosts = [
    ...logged.map(({ host, count }) => ({ insert: host, label: '', count })),
    ...[...new Set(open)]
      .filter((host) => !logged.some((one) => one.host === host))
      .map((host) => ({ insert: host, label: 'open now', count: null })),
  ];
  const suggestions = hosts
    .filter(({ insert }) => insert.includes(typed.toLowerCase()) && insert !== typed && !others.includes(insert))
    .slice(0, maxSuggestions);
  return { start, end, suggestions, isFirstOnlyContinuation: typed !== '' && isOnlyContinuation(typed, suggestions) };
}
