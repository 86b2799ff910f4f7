/**
 * A gateway on its own, over a list of proxies: `PORT PROTOCOL LINES [PORT…]`, with so many lines of which the last takes every target. It prints a line when it
 * listens, and answers each line of its input with its memory and what it has open.
 */
import { createInterface } from 'node:readline';
import { createGateway } from '../../src/main/gateway/gateway.ts';
import { writeLines } from '../../src/shared/gateway/lines.ts';
import { manyLines } from './many-lines.ts';
import { defaultRule } from '../../src/shared/gateway/gateway.ts';

/** What a line of the input is answered with. */
export interface GatewayFigures {
  readonly rssBytes: number;
  readonly heapBytes: number;
  /** Handles of the event loop. */
  readonly resourceCount: number;
  readonly openCount: number;
}

const [port = '', protocol = '', lineCount = '', ...ports] = process.argv.slice(2);
const proxies = ports.map((proxyPort, at) => ({
  proxy_id: String(at),
  host: '127.0.0.1',
  port: Number(proxyPort),
  protocol: protocol === 'socks5' ? ('socks5' as const) : ('http' as const),
  credentials: null,
  address: `127.0.0.1:${proxyPort}`,
  country_id: null,
  city_name: null,
}));
const gateway = createGateway({
  source: {
    find: () => Promise.resolve({ ids: proxies.map(({ proxy_id }) => proxy_id), foundCount: proxies.length }),
    get: (_rule, id) => proxies[Number(id)],
  },
  onAttempt: () => undefined,
  onChange: () => undefined,
});
const rule = {
  ...defaultRule,
  id: 1,
  port: Number(port),
  needsToken: false,
  allowsPrivate: true,
  protocol: protocol === 'socks5' ? ('socks5' as const) : ('http' as const),
  // Faults of the mixed load return at once, so that they never end.
  failuresInRow: 0,
  lines: writeLines(manyLines(Number(lineCount))),
};
await gateway.apply([{ rule, token: '' }]);
console.log('listening');
createInterface({ input: process.stdin }).on('line', () => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const figures: GatewayFigures = {
    rssBytes: rss,
    heapBytes: heapUsed,
    resourceCount: process.getActiveResourcesInfo().length,
    openCount: gateway.openCount(),
  };
  console.log(JSON.stringify(figures));
});
