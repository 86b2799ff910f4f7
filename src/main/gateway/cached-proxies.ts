import { setImmediate as yieldToSockets } from 'node:timers/promises';
import { fail } from '../../shared/failure.ts';
import { simplify, type Targeting } from '../../shared/gateway/targeting.ts';
import type { GatewayRule } from '../../shared/gateway/gateway.ts';
import { readQuery } from '../../shared/filter/query.ts';
import type { Store } from '../store/index.ts';
import type { ProxyUserCredentials, ShownValue } from '../store/types.ts';
import type { ProxySource } from './attempts.ts';
import { formatTarget } from './target.ts';

/** Connections continue between slices. */
const rowsPerTurn = 2_000;

/**
 * Streams the IDs that a rule finds, with whether each is skipped or has IPv6 only. Failure `invalid-input` for an
 * invalid filter.
 */
export const proxiesOfRule = (
  store: Store,
  rule: GatewayRule,
  shownKeys: readonly string[] = [],
): ReturnType<Store['rotation']> =>
  store.rotation({
    shownKeys,
    where: readQuery(store.saved.whereOf(rule), 'proxies'),
    accessibleTo: rule.proxyUserId,
    protocol: rule.protocol,
    skipsFailed: rule.skipsFailed,
    skipsOffline: rule.skipsOffline,
  });

/** Compares complete values or names, each value once. */
function createMatcher(targeting: Targeting): (shown: readonly ShownValue[]) => boolean {
  const parts = targeting.map(({ text }) => ({ wanted: simplify(text), known: new Map<string, boolean>() }));
  return (shown) =>
    parts.every(({ wanted, known }, at) => {
      const { value, name } = shown[at] ?? { value: null, name: null };
      const key = `${value ?? ''}\n${name ?? ''}`;
      const isKnown = known.get(key);
      if (isKnown !== undefined) return isKnown;
      const isSame = [value, name].some((text) => text !== null && simplify(text) === wanted);
      known.set(key, isSame);
      return isSame;
    });
}

/** Makes a cache the source of rules. */
export function createCachedProxies(store: Store): ProxySource {
  /** By proxy user, from the last `find`. */
  const credentials = new Map<string, ProxyUserCredentials>();

  const readCredentials = ({ proxyUserId }: GatewayRule): void => {
    if (proxyUserId === null) return;
    credentials.delete(proxyUserId);
    const found = store.proxy_users.credentials(proxyUserId);
    if (!found) {
      throw fail(
        'not-found',
        `The proxy user "${proxyUserId}" is no longer cached. Sync, or choose another one for this rule.`,
      );
    }
    if (found.password === null) {
      throw fail('passwords-locked', `The password of "${proxyUserId}" is not cached. Sync to fetch it.`);
    }
    credentials.set(proxyUserId, found);
  };
  return {
    async find(rule, targeting = []) {
      if (!store.isUnlocked) {
        throw fail('passwords-locked', 'The keys of this account were replaced. Turn the gateway off and on again.');
      }
      readCredentials(rule);
      const ids: string[] = [];
      const ipv6Ids = new Set<string>();
      const isWanted = createMatcher(targeting);
      const keys = targeting.map(({ key }) => key);
      let rowCount = 0;
      let foundCount = 0;
      for (const { proxy_id, isSkipped, isIpv6Only, shown } of proxiesOfRule(store, rule, keys)) {
        rowCount += 1;
        if (rowCount % rowsPerTurn === 0) await yieldToSockets();
        if (!isWanted(shown)) continue;
        foundCount += 1;
        if (!isSkipped) ids.push(proxy_id);
        if (!isSkipped && isIpv6Only) ipv6Ids.add(proxy_id);
      }
      return { ids, ipv6Ids, foundCount };
    },
    get({ proxyUserId, protocol }, proxyId) {
      const proxy = store.rotated(proxyId, protocol, proxyUserId === null);
      if (!proxy) return undefined;
      const login = proxyUserId === null ? proxy.defaultCredentials : credentials.get(proxyUserId);
      if (login === undefined || login.password === null) return undefined;
      const { host, port, country_id, city_name } = proxy;
      return {
        proxy_id: proxyId,
        host,
        port,
        country_id,
        city_name,
        protocol,
        credentials: { username: login.username, password: login.password },
        address: formatTarget({ host, port }),
      };
    },
  };
}
