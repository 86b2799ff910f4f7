import { fail, found } from '../../shared/failure.ts';
import { refusals } from '../../shared/gateway/gateway.ts';
import { thisRule } from '../../shared/gateway/rule-lines.ts';
import type { TargetExplained } from '../../shared/gateway/target-explained.ts';
import { isSameName } from '../../shared/saved.ts';
import type { Destination } from '../dial/tunnel.ts';
import type { Store } from '../store/index.ts';
import { proxiesOfRule } from './cached-proxies.ts';
import { findRoute, prepareLines, refusalOf } from './route.ts';
import { listRules } from './rules.ts';
import { createTargetGuard, formatTarget, readTarget } from './target.ts';

/** The most that are named per rule. */
const shownProxies = 3;

/**
 * Finds the line of a rule that takes a target and where it goes, without sending anything.
 *
 * @param request.target a URL or host; default port 443
 * @throws FailureError `not-found` for the rule, `invalid-input` for target or filter
 */
export function explainTarget(
  store: Store,
  { ruleId, target: text }: { readonly ruleId: number; readonly target: string },
): TargetExplained {
  const rules = listRules(store);
  const rule = found(
    rules.find(({ id }) => id === ruleId),
    'rule',
  );
  const destination = readDestination(text);
  const ports = new Set(rules.filter(({ isOn }) => isOn).map(({ port }) => port));
  const route = findRoute(prepareLines(rule.lines), destination);
  const { index, way, text: line } = route;
  const guard = createTargetGuard((port) => ports.has(port));
  const refusal = guard.check(destination, rule.allowsPrivate) ?? refusalOf(route);
  const names = refusal !== null || typeof way === 'string' ? [] : way;
  const carriers = names.map((name) => (name === thisRule ? rule : rules.find((one) => isSameName(one.name, name))));
  return {
    rule: rule.name,
    ...destination,
    line: index === null ? null : index + 1,
    text: line,
    refusal: refusal === null ? null : refusals[refusal].label,
    isDirect: refusal === null && way === 'direct',
    rules: carriers
      .filter((carrier) => carrier !== undefined)
      .map((carrier) => {
        const proxies: string[] = [];
        let proxyCount = 0;
        for (const { proxy_id: id, isSkipped } of proxiesOfRule(store, carrier)) {
          if (isSkipped) continue;
          proxyCount += 1;
          if (proxies.length < shownProxies) proxies.push(id);
        }
        const { name, port, isOn, rotation, protocol } = carrier;
        const shown = proxies.flatMap((id) => {
          const proxy = store.rotated(id, protocol, false);
          if (!proxy) return [];
          const { country_id, city_name } = proxy;
          return [{ proxy_id: id, address: formatTarget(proxy), country_id, city_name }];
        });
        return { rule: name, port, isOn, rotation, proxyCount, proxies: shown };
      }),
  };
}

/** Schemes of port 80; others have 443. */
const plainSchemes = ['http:', 'ws:'];

function readDestination(text: string): Destination {
  const written = text.trim();
  let destination: Destination | undefined;
  if (written.includes('://')) {
    const url = URL.parse(written);
    if (url) destination = readTarget(url.host, plainSchemes.includes(url.protocol) ? 80 : 443);
  } else {
    const [, authority = ''] = /^(?:[^/?#]*@)?([^/?#]*)/.exec(written) ?? [];
    destination = readTarget(authority, 443);
  }
  if (destination) return destination;
  throw fail('invalid-input', 'This is not a URL or a host. Enter one, such as https://shop.example.com/cart.');
}
