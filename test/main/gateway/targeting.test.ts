/** User names that narrow a rule, with real requests over cached proxies. */
import { request as httpRequest, createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCachedProxies } from '../../../src/main/gateway/cached-proxies.ts';
import { listRules, putRule } from '../../../src/main/gateway/rules.ts';
import { defaultRule, type RuleChoices } from '../../../src/shared/gateway/gateway.ts';
import { startHttpProxy } from '../../support/built-in-proxies.ts';
import { listen } from '../../support/listen.ts';
import { openGateway, token } from '../../support/open-gateway.ts';
import { patience } from '../../support/patience.ts';
import { findFreePort } from '../../support/real-proxies.ts';
import { makeProxy, makeStore } from '../store/support.ts';

const places = [
  { country_id: 'DE', country_name: 'Germany', city_name: 'Berlin', proxy_type: 'isp' },
  { country_id: 'DE', country_name: 'Germany', city_name: 'Frankfurt am Main', proxy_type: 'datacenter' },
  { country_id: 'US', country_name: 'United States', city_name: 'New York', proxy_type: 'isp' },
  { country_id: 'BR', country_name: 'Brazil', city_name: 'São Paulo', proxy_type: 'isp' },
  { country_id: 'GB', country_name: 'United Kingdom', city_name: 'York', proxy_type: 'isp' },
];

/** A gateway over a proxy in each of the places, and what a client gets for a user name. */
async function open(choices: Partial<RuleChoices> = {}, changes: (at: number) => object = () => ({})) {
  const port = await startHttpProxy({ host: '127.0.0.1', password: 'secret' });
  const store = makeStore();
  store.syncs.writePage(
    'proxies',
    places.map((place, at) =>
      makeProxy(at, {
        proxy_ip_address: '127.0.0.1',
        proxy_http_port: port,
        default_proxy_user_username: 'user1',
        default_proxy_user_password: 'secret',
        proxy_is_online: true,
        ...place,
        ...changes(at),
      }),
    ),
  );
  const opened = await openGateway([], choices, { source: createCachedProxies(store) });
  const { attempts, port: own } = opened;
  const target = `http://127.0.0.1:${String(await listen(createServer((_request, response) => response.end('arrived'))))}/`;
  /** The response to a plain request. */
  const get = async (username: string) => {
    const login = Buffer.from(`${username}:${token}`).toString('base64');
    const headers = { 'Proxy-Authorization': `Basic ${login}` };
    const request = httpRequest({ host: '127.0.0.1', port: own, path: target, headers, agent: false }).end();
    // The event has one argument.
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let body = '';
    for await (const chunk of response) body += String(chunk);
    return { status: response.statusCode, body, proxyStatus: response.headers['proxy-status'] };
  };
  return {
    ...opened,
    target,
    get,
    /** The city of the proxy that carried a request. */
    cityFor: async (username: string): Promise<string | null | undefined> => {
      const before = attempts.length;
      expect(await get(username)).toMatchObject({ status: 200, body: 'arrived' });
      await vi.waitFor(() => {
        expect(attempts.length).toBeGreaterThan(before);
      }, patience);
      return attempts.at(-1)?.proxy.city_name;
    },
  };
}

test.each([
  ['rotate-country-de-city-berlin', 'Berlin'],
  ['rotate-country-germany-type-datacenter', 'Frankfurt am Main'],
  ['rotate-city-new-york', 'New York'],
  ['rotate-city-New_York', 'New York'],
  ['rotate-city-newyork-session-a1', 'New York'],
  ['rotate-session-a1-country-us', 'New York'],
  ['rotate-city-sao-paulo', 'São Paulo'],
  // The whole name, not a part of another one.
  ['rotate-city-york', 'York'],
  ['rotate-online-yes-country-br', 'São Paulo'],
])('%s uses a proxy in %s only', async (username, city) => {
  const { cityFor } = await open();
  for (let round = 0; round < 3; round += 1) expect(await cityFor(username)).toBe(city);
});

test('a client whose country no proxy of the rule has gets a reason, and never another country', async () => {
  const { get, gateway, attempts } = await open({ where: 'country:DE,GB' });
  for (const username of ['rotate-country-us', 'rotate-country-de-city-york', 'rotate-city-san', 'rotate-network-x']) {
    expect(await get(username)).toMatchObject({ status: 502, proxyStatus: 'Proxydeck; details="no-match"' });
  }
  expect((await get('rotate-country-de-city-new-york')).body).toContain(
    'No proxy of the rule matches the user name: country:de, city:new-york. Rule: rotate.',
  );
  expect(attempts).toEqual([]);
  expect(gateway.state().failures[0]).toMatchObject({ reason: 'no-match', fault: 'client', ruleId: 1 });
});

test('a part of a user name that is unknown is an error, and not ignored', async () => {
  const { get, attempts } = await open();
  const answer = await get('rotate-county-de');
  expect(answer).toMatchObject({ status: 407, proxyStatus: 'Proxydeck; details="unknown-part"' });
  expect(answer.body).toContain('Unknown part of the user name: county-de.');
  expect(attempts).toEqual([]);
});

test('SOCKS5 and tunnels narrow the rule, too, and get a code for a country that no proxy has', async () => {
  const { port, target, attempts } = await open();
  const { port: targetPort } = new URL(target);
  const replyFor = async (username: string): Promise<number | undefined> => {
    const socket = connect({ host: '127.0.0.1', port });
    onTestFinished(() => void socket.destroy());
    const withLength = (text: string): Buffer => Buffer.concat([Buffer.of(text.length), Buffer.from(text)]);
    socket.write(Buffer.concat([Buffer.of(5, 1, 2, 1), withLength(username), withLength(token)]));
    const address = Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, Number(targetPort) >> 8, Number(targetPort) & 0xff]);
    socket.write(address);
    let received = Buffer.alloc(0);
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      received = Buffer.concat([received, chunk]);
      if (received.length >= 6) break;
    }
    return received[5];
  };
  const [succeeded, notAllowed] = [0, 2];
  expect(await replyFor('rotate-country-br')).toBe(succeeded);
  expect(await replyFor('rotate-country-fr')).toBe(notAllowed);
  await vi.waitFor(() => {
    expect(attempts.map(({ proxy }) => proxy.country_id)).toEqual(['BR']);
  }, patience);
});

test('another country under the same session is another proxy, and the session keeps both', async () => {
  const { cityFor } = await open({ rotation: { kind: 'sticky', minutes: 10 } });
  const first = await cityFor('rotate-country-de-session-a1');
  expect(await cityFor('rotate-country-us-session-a1')).toBe('New York');
  for (let round = 0; round < 4; round += 1) expect(await cityFor('rotate-country-de-session-a1')).toBe(first);
});

test('what the rule skips is skipped for a country, too', async () => {
  const closed = await findFreePort();
  const { get, cityFor, gateway } = await open({ failuresInRow: 1 }, (at) =>
    at === 0 ? { proxy_http_port: closed } : at === 2 ? { proxy_is_online: false } : {},
  );
  // Berlin refuses connections and is paused; Frankfurt takes its place.
  for (let round = 0; round < 3; round += 1) expect(await cityFor('rotate-country-de')).toBe('Frankfurt am Main');
  expect(gateway.state().rules[0]?.out).toMatchObject([{ reason: 'refused' }]);
  expect(await get('rotate-city-berlin')).toMatchObject({ status: 503, proxyStatus: 'Proxydeck; details="no-proxy"' });
  // It is offline.
  expect(await get('rotate-country-us')).toMatchObject({ status: 503 });
});

test('a new rule has no name that would be read as a part, and one that has such a name keeps it', () => {
  const store = makeStore();
  for (const name of ['us-country-de', 'us-TYPE-isp', 'us-city']) {
    expect(() => putRule(store, { ...defaultRule, name })).toThrow('would be read as a part of a user name');
  }
  const { name: _name, ...content } = defaultRule;
  const { id } = store.saved.put({ kind: 'gateway-rule', name: 'us-country-de', content });
  expect(putRule(store, { ...defaultRule, name: 'us-country-de', port: 24_100 }, id)).toMatchObject({ port: 24_100 });
  expect(listRules(store).map((rule) => rule.name)).toEqual(['us-country-de']);
});
