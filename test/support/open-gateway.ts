import { onTestFinished } from 'vitest';
import type { Attempt, RuleProxy } from '../../src/main/gateway/attempts.ts';
import { createGateway } from '../../src/main/gateway/gateway.ts';
import { defaultRule, type GatewayRule, type RuleChoices } from '../../src/shared/gateway/gateway.ts';
import { findFreePort } from './real-proxies.ts';

export const token = 'a-token-of-the-rule';

/** A proxy on loopback, with the credentials of `startSquid` and the others. */
export const proxyOn = (port: number, more: Partial<RuleProxy> & { password?: string } = {}): RuleProxy => {
  const { password, ...rest } = more;
  return {
    proxy_id: `proxy ${String(port)}`,
    host: '127.0.0.1',
    port,
    protocol: 'http',
    credentials: password === undefined ? null : { username: 'user1', password },
    address: `127.0.0.1:${String(port)}`,
    country_id: null,
    city_name: null,
    ...rest,
  };
};

/** Opens a gateway with one rule, `rotate`, over a list of proxies that the test may change. */
export async function openGateway(
  proxies: RuleProxy[],
  choices: Partial<RuleChoices> = {},
  more: Partial<Parameters<typeof createGateway>[0]> = {},
) {
  const port = await findFreePort();
  const rule: GatewayRule = { ...defaultRule, id: 1, port, allowsPrivate: true, ...choices };
  const attempts: Attempt[] = [];
  const gateway = createGateway({
    source: {
      find: () => Promise.resolve({ ids: proxies.map(({ proxy_id }) => proxy_id), foundCount: proxies.length }),
      get: (_rule, id) => proxies.find(({ proxy_id }) => proxy_id === id),
    },
    onAttempt: (attempt) => attempts.push(attempt),
    onChange: () => undefined,
    ...more,
  });
  onTestFinished(() => gateway.close());
  await gateway.apply([{ rule, token }]);
  return {
    gateway,
    rule,
    port: rule.port,
    attempts,
    /** For clients that take a URL. */
    url: (scheme: string, username = rule.name, password = token) =>
      `${scheme}://${username}:${password}@127.0.0.1:${String(rule.port)}`,
  };
}
