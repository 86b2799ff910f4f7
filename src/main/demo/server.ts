import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { stringifyJson, type JsonObject } from '../../shared/json.ts';
import { type Clock, systemClock } from '../ports.ts';
import { createDemoAccount, type DemoAccount } from './data/demo-account.ts';
import { type DemoRequest, Refusal, readBody, readRequest } from './requests.ts';
import { routes, type Route } from './routes.ts';

const basePath = '/api/1.0';

export interface DemoOptions {
  /** Null: the account with a past, see `history.ts`. */
  readonly proxyCount?: number | null;
  /** The same account within a month. */
  readonly seed?: number;
  readonly publicKey?: string;
  readonly privateKey?: string;
  /** 0: any free port. */
  readonly port?: number;
  /** Gets every request first, also with wrong keys; returns one to answer, or undefined after answering. */
  readonly intercept?: (request: DemoRequest, response: ServerResponse) => Promise<DemoRequest | undefined>;
}

/** Shows earlier times while a past is written. */
interface DemoClock extends Pick<Clock, 'wallMs'> {
  /** The time of the demo, since 1970; null: the present. */
  atMs: number | null;
}

const proxyCountWithPast = 250;

/** A running demo service, on loopback only. */
export interface DemoService {
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** May change while the server runs. */
  readonly account: DemoAccount;
  readonly time: DemoClock;
  close(): Promise<void>;
}

/**
 * Starts the demo on 127.0.0.1 with all operations.
 *
 * @throws the system's Error if the port is taken
 */
export async function startDemoService(options: DemoOptions = {}): Promise<DemoService> {
  const { proxyCount = 250, seed = 2026, port = 0, intercept } = options;
  const { publicKey = 'demo-public', privateKey = 'demo-private' } = options;
  const clock: DemoClock = { atMs: null, wallMs: () => clock.atMs ?? systemClock.wallMs() };
  const account = createDemoAccount({
    proxyCount: proxyCount ?? proxyCountWithPast,
    seed,
    nowMs: clock.wallMs(),
    hasPast: proxyCount === null,
  });
  let testRunCount = 0;

  const hasKeys = ({ headers }: IncomingMessage): boolean =>
    headers['x-api-public-key'] === publicKey && headers['x-api-private-key'] === privateKey;
  const answer = (message: IncomingMessage, request: DemoRequest): JsonObject => {
    if (!hasKeys(message)) {
      throw new Refusal(401, 'The API keys are missing or wrong.');
    }
    const { route, id } = findRoute(request);
    const { query, body = {} } = request;
    const context = { account, seed, nowMs: clock.wallMs(), testRunCount, id, query, body };
    if (request.path.includes('/proxy_test_run/')) testRunCount += 1;
    return route.answer(context);
  };
  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method } = message;
    // Without keys no body is read.
    const hasBody = (method === 'POST' || method === 'PATCH') && hasKeys(message);
    const received = readRequest(message, basePath);
    const request = hasBody ? { ...received, body: await readBody(message) } : received;
    const wanted = intercept ? await intercept(request, response) : request;
    if (wanted) send(response, 200, answer(message, wanted));
  };

  const server = createServer((message, response) => {
    serve(message, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof Refusal) send(response, error.status, { message: error.message });
      else send(response, 500, { message: 'The demo service failed.' });
    });
  });
  const boundPort = await listen(server, port);
  return {
    baseUrl: `http://127.0.0.1:${boundPort}${basePath}`,
    publicKey,
    privateKey,
    account,
    time: clock,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function findRoute({ method, path }: DemoRequest): { route: Route; id: string } {
  const known = matchers.flatMap(({ route, pattern }) => {
    const match = pattern.exec(path);
    return match ? [{ route, id: decode(match[1] ?? '') }] : [];
  });
  const found = known.find(({ route }) => route.method === method);
  if (found) return found;
  if (known.length > 0) throw new Refusal(405, 'This path does not support this method.');
  throw new Refusal(404, 'This path does not exist.');
}

const matchers = routes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace('{id}', '([^/]+)')}$`),
}));

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(400, 'The path is not encoded correctly.');
  }
}

function send(response: ServerResponse, status: number, body: JsonObject): void {
  const bytes = Buffer.from(write(body));
  response
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': bytes.length,
      'Cache-Control': 'no-store',
    })
    .end(bytes);
}

/** Several times faster than `stringifyJson` without a `bigint`. */
function write(body: JsonObject): string {
  try {
    return JSON.stringify(body);
  } catch {
    return stringifyJson(body);
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
