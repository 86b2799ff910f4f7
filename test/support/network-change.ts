/**
 * In a network of its own, which needs root: the network behind a gateway goes and comes back. Prints what a client got
 * before, meanwhile and afterwards, as JSON.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGateway } from '../../src/main/gateway/gateway.ts';
import { defaultRule } from '../../src/shared/gateway/gateway.ts';

const gatewayPort = 24_000;
const host = '10.99.0.1';
const setNetwork = (action: 'add' | 'del'): void => {
  execFileSync('ip', ['address', action, `${host}/32`, 'dev', 'lo']);
};
/** A plain request through the gateway. */
async function ask(): Promise<string> {
  const request = get({ host: '127.0.0.1', port: gatewayPort, path: 'http://target.test/' });
  const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream]; // As `get` declares it.
  const parts: unknown[] = [];
  for await (const part of response) parts.push(part);
  return parts.join('');
}

execFileSync('ip', ['link', 'set', 'lo', 'up']);
setNetwork('add');
// It answers itself whatever it is asked to pass on.
const proxy = createServer((_request, response) => response.end('arrived'));
proxy.listen(0, '0.0.0.0');
await once(proxy, 'listening');
const { port } = proxy.address() as AddressInfo; // It listens on a port, not on a pipe.
const proxies = ['a', 'b', 'c'].map((proxy_id) => ({
  ...({ proxy_id, host, port, protocol: 'http', credentials: null } as const),
  ...{ address: `${host}:${String(port)}`, country_id: null, city_name: null },
}));
const gateway = createGateway({
  source: {
    find: () => Promise.resolve({ ids: proxies.map(({ proxy_id }) => proxy_id), foundCount: proxies.length }),
    get: (_rule, id) => proxies.find(({ proxy_id }) => proxy_id === id),
  },
  onAttempt: () => undefined,
  onChange: () => undefined,
});
const rule = { ...defaultRule, id: 1, port: gatewayPort, needsToken: false, allowsPrivate: true };
await gateway.apply([{ rule, token: '' }]);

const before = await ask();
setNetwork('del');
const meanwhile: string[] = [];
for (let count = 0; count < 2 * defaultRule.failuresInRow; count += 1) meanwhile.push(await ask());
const [state] = gateway.state().rules;
const faults = gateway.state().failures.map(({ reason, fault }) => `${fault}: ${reason}`);
setNetwork('add');
const after = await ask();
console.log(JSON.stringify({ before, meanwhile, faults, inRotation: state?.inRotation, after }));
process.exit();
