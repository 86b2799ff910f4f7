import { isOnlyContinuation, type Completion, type Suggestion } from '../../shared/filter/query-completion.ts';
import { parseQuery } from '../../shared/filter/query.ts';
import { formatTerm } from '../../shared/filter/query-edit.ts';
import type { GatewayConnection } from '../../shared/gateway/gateway.ts';

const key = 'target';

/**
 * Completes the target at the caret, in targets with commas between them, by hosts that programs have asked for lately: those of the
 * newest requests in the log, then those of open connections.
 *
 * @param completeLog completes a filter of the log; undefined: it failed
 */
export async function completeTargets(
  text: string,
  caret: number,
  completeLog: (where: string) => Promise<Completion | undefined>,
  connections: readonly Pick<GatewayConnection, 'target'>[],
): Promise<Completion> {
  const before = text.slice(0, caret);
  const typed = before.slice(before.lastIndexOf(',') + 1).trimStart();
  const start = caret - typed.length;
  const end = caret + (/^[^,\s]*/.exec(text.slice(caret))?.[0] ?? '').length;
  const others = `${text.slice(0, start)},${text.slice(end)}`.split(',').map((each) => each.trim());
  const completion = await completeLog(typed === '' ? `${key}:` : formatTerm(key, [typed]));
  const logged = (completion?.suggestions ?? []).flatMap(({ insert, count }): Suggestion[] => {
    const host = hostOf(insert);
    return host === undefined ? [] : [{ insert: host, label: '', count }];
  });
  const open = connections.flatMap(
    ({ target }) => URL.parse(`http://${target}`)?.hostname.replace(/^\[|\]$/g, '') ?? [],
  );
  const suggestions = [
    ...logged,
    ...[...new Set(open)]
      .filter((host) => host.includes(typed.toLowerCase()) && !logged.some(({ insert }) => insert === host))
      .map((host): Suggestion => ({ insert: host, label: 'open now', count: null })),
  ].filter(({ insert }) => insert !== typed && !others.includes(insert));
  return { start, end, suggestions, isFirstOnlyContinuation: typed !== '' && isOnlyContinuation(typed, suggestions) };
}

/** The host of a suggested value of a filter; undefined: it is another suggestion. */
function hostOf(insert: string): string | undefined {
  const parsed = parseQuery(`${key}:${insert}`, 'requests');
  const [value] = parsed.ok ? (parsed.query.terms[0]?.values ?? []) : [];
  return value?.kind === 'text' ? value.text : undefined;
}
