/**
 * A gateway on its own, over a list of proxies: `PORT PROTOCOL[,FILE] LINES [PORT…]`, with so many lines of which the last takes every target;
 * with a file it logs its requests next to it. It prints a line when it
 * listens, and answers each line of its input with its memory and what it has open.
 */
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createGateway } from '../../src/main/gateway/gateway.ts';
import { createRequestQueue } from '../../src/main/gateway/request-queue.ts';
import type { GatewayRequest } from '../../src/shared/records/gateway-request.ts';
import { writeLines } from '../../src/shared/gateway/rule-lines.ts';
import { manyLines } from './many-lines.ts';
import { defaultRule } from '../../src/shared/gateway/gateway.ts';

/** What a line of the input is answered with. */
export interface GatewayFigures {
  readonly rssBytes: number;
  readonly heapBytes: number;
  /** Handles of the event loop. */
  readonly resourceCount: number;
  readonly openCount: number;
  /** Requests in its log, and those that it lacks. */
  readonly loggedCount: number;
  readonly lostCount: number;
}

const [port = '', kind = '', lineCount = '', ...ports] = process.argv.slice(2);
const [protocol = '', logFile] = kind.split(',');
const log = logFile === undefined ? null : openLog(logFile);
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
  ...(log && { onRequest: log.add }),
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
const answer = async (): Promise<void> => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const figures: GatewayFigures = {
    rssBytes: rss,
    heapBytes: heapUsed,
    resourceCount: process.getActiveResourcesInfo().length,
    openCount: gateway.openCount(),
    ...((await log?.counts()) ?? { loggedCount: 0, lostCount: 0 }),
  };
  console.log(JSON.stringify(figures));
};
createInterface({ input: process.stdin }).on('line', () => void answer());

/** A log that another thread writes, one message at a time. */
function openLog(file: string) {
  const worker = new Worker(new URL('gateway-log-writer.js', import.meta.url), { workerData: file });
  let turn: Promise<unknown> = Promise.resolve();
  const ask = (message: unknown): Promise<unknown> => {
    const answer = turn.then(async () => {
      worker.postMessage(message);
      const [reply] = (await once(worker, 'message')) as [unknown];
      return reply;
    });
    turn = answer;
    return answer;
  };
  const queue = createRequestQueue({
    isOn: () => true,
    write: ask,
    onError: (error) => {
      console.error(error);
    },
  });
  return {
    add: (request: GatewayRequest) => {
      queue.add(request);
    },
    // What gateway-log-writer.ts answers.
    counts: () => ask('count') as Promise<Pick<GatewayFigures, 'loggedCount' | 'lostCount'>>,
  };
}
