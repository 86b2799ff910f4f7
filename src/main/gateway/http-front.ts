import {
  createServer,
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Refusal } from '../../shared/gateway/gateway.ts';
import type { RequestKind } from '../../shared/records/gateway-request.ts';
import type { Decision } from '../dial/ask-proxy.ts';
import {
  classifyError,
  classifyPlainResponse,
  OddAnswerError,
  StoppedError,
  codeOf,
  type Verdict,
} from '../dial/classify-error.ts';
import { authorization, maxInterim, type Destination } from '../dial/tunnel.ts';
import type { Attempts, Failed, Opened } from './attempts.ts';
import { readBasic } from './client-login.ts';
import { whenGone, type Client, type Front, relay } from './front.ts';
import { forwardsLeft, passOn, passOnTrailers } from './headers.ts';
import { isForList, serveList, type ReadList } from './list-front.ts';
import { explainRefusal, proxyStatus, writeAnswer, writeHead, type Answer } from './explain-refusal.ts';
import { formatTarget, readTarget, readUrl, type RequestUrl } from './target.ts';
import { createTurns, type Turns } from './turns.ts';

/** Browsers send more cookies than fit into Node's 16 KiB. */
const maxHeaderBytes = 64 * 1024;
const keepAliveMs = 60_000;
/** Requests of a connection that are sent at once. */
const maxPipelined = 32;
/** May be repeated (RFC 9110, section 9.2.1). */
const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Creates the HTTP server of the gateway: CONNECT, and plain requests with a complete URL. It gets connections by
 * `emit('connection', socket)`.
 *
 * @param readList answers requests for lists of the gateway itself
 */
export function createHttpFront(front: Front, readList: ReadList): Server {
  const { silenceMs } = front;
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: keepAliveMs,
    headersTimeout: silenceMs,
    // Bodies may take long, but not stand still.
    requestTimeout: 0,
    connectionsCheckingInterval: silenceMs,
    // Other upgrades are not passed on: targets answer with HTTP/1.1.
    shouldUpgradeCallback: isWebSocket,
  });
  // Starts the timeouts.
  server.emit('listening');
  server.on('connect', (request: IncomingMessage, _stream: unknown, head: Buffer) => {
    const { socket } = request;
    socket.setTimeout(0);
    // Nobody else listens before the tunnel is open.
    socket.on('error', () => undefined);
    serveConnect(front, request, head).catch(() => socket.destroy());
  });
  server.on('upgrade', (request: IncomingMessage, _stream: unknown, head: Buffer) => {
    const { socket } = request;
    socket.setTimeout(0);
    socket.on('error', () => undefined);
    serveWebSocket(front, request, head).catch(() => socket.destroy());
  });
  const turns = new WeakMap<Socket, Turns>();
  /** For a client whose next request is unreadable, after its responses. */
  const lastWords = new WeakMap<Socket, () => void>();
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    // Waiting requests listen for the end of the connection.
    socket.setMaxListeners(0);
    response.sendDate = false;
    // A body that stands still is from a client that stopped.
    socket.setTimeout(hasBody(request) ? silenceMs : 0);
    request.once('end', () => socket.setTimeout(0));
    const inTurn = turns.get(socket) ?? createTurns(maxPipelined);
    turns.set(socket, inTurn);
    inTurn
      .run(() =>
        isForList(request) ? serveList(request, response, readList, silenceMs) : servePlain(front, request, response),
      )
      .catch(() => socket.destroy())
      .finally(() => {
        if (inTurn.isIdle()) lastWords.get(socket)?.();
        if (inTurn.waitingCount() === 0 && socket.isPaused()) socket.resume();
      });
    // Waiting requests must not pile up.
    if (inTurn.waitingCount() > 0) socket.pause();
  };
  // Expectations are for the target (RFC 9110, section 10.1.1), not for Node.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, serve);
  server.on('clientError', (error: Error & { rawPacket?: Buffer; bytesParsed?: number }, stream: Socket) => {
    // Each further byte is another error.
    if (lastWords.has(stream)) return;
    const isIdle = turns.get(stream)?.isIdle() !== false;
    const answer = stream.writable ? explainUnreadable(error) : null;
    // A request with a wrong body has no response yet.
    if (!answer || (!isIdle && answer.refusal !== 'unknown-method')) {
      stream.destroy();
      return;
    }
    const speak = (): void => {
      front.noteRefusal(answer.refusal, null, '');
      front.dismiss(stream, writeAnswer(explainRefusal(answer, null)));
    };
    lastWords.set(stream, speak);
    if (isIdle) speak();
  });
  return server;
}

/** Why Node's parser refused a request; null: not HTTP, or the client has gone. */
function explainUnreadable(error: Error & { readonly rawPacket?: Buffer; readonly bytesParsed?: number }) {
  const code = codeOf(error);
  if (code === 'HPE_HEADER_OVERFLOW') return { refusal: 'long-header' } as const;
  if (code === 'HPE_INVALID_METHOD') {
    const text = error.rawPacket?.toString('latin1') ?? '';
    const line = text.slice(text.lastIndexOf('\n', (error.bytesParsed ?? 0) - 1) + 1);
    const [, method] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}) [^\r\n]* HTTP\/\d/.exec(line) ?? [];
    return method === undefined ? null : ({ refusal: 'unknown-method', detail: method } as const);
  }
  return code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE' ? ({ refusal: 'bad-request' } as const) : null;
}

function clientOf(
  front: Front,
  request: IncomingMessage,
  destination: Destination | undefined,
): Client | { readonly answer: Answer } {
  const login = readBasic(request.headers['proxy-authorization']);
  const client = front.admit(request.socket, 'HTTP', login);
  if ('refusal' in client) {
    front.noteRefusal(client.refusal, null, destination ? formatTarget(destination) : '');
    return { answer: explainRefusal(client, null) };
  }
  return client;
}

interface Tunnel {
  readonly client: Client;
  readonly attempts: Attempts;
  readonly opened: Opened;
}

/** Opens a tunnel; undefined: the client got the reason. */
async function openTunnel(
  front: Front,
  request: IncomingMessage,
  kind: RequestKind,
  destination: Destination | undefined,
): Promise<Tunnel | undefined> {
  const { socket } = request;
  const refuse = (answer: Answer): void => {
    front.dismiss(socket, writeAnswer(answer));
  };
  await front.beforeLogin(socket);
  const client = clientOf(front, request, destination);
  if ('answer' in client) {
    refuse(client.answer);
    return undefined;
  }
  const { name } = client.running.rule;
  if (!destination) {
    front.noteRefusal('bad-target', client.running.rule, '');
    refuse(explainRefusal({ refusal: 'bad-target' }, name));
    return undefined;
  }
  const gone = whenGone(socket);
  const attempts = front.begin(client, kind, destination, gone.signal);
  if ('refusal' in attempts) {
    refuse(explainRefusal(attempts, name));
    return undefined;
  }
  const opened = await attempts.open(true);
  gone.stop();
  if (!('socket' in opened)) {
    if (!gone.signal.aborted) front.giveUp(client, attempts, destination, opened);
    attempts.end();
    refuse(explainRefusal({ ...opened, tries: attempts.tryCount() }, name));
    return undefined;
  }
  attempts.sent(opened);
  return { client, attempts, opened };
}

async function serveConnect(front: Front, request: IncomingMessage, head: Buffer): Promise<void> {
  const { socket } = request;
  const destination = readTarget(request.url ?? '');
  const tunnel = await openTunnel(front, request, 'connect', destination);
  if (!tunnel || !destination) return;
  const { client, attempts, opened } = tunnel;
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  if (head.length > 0) opened.socket.write(head);
  await front.join(client, attempts, opened, destination);
}

const isWebSocket = ({ url = '', headers, method }: IncomingMessage): boolean =>
  method === 'GET' && /^(http|ws):/i.test(url) && headers.upgrade?.toLowerCase() === 'websocket';

/** Opens a WebSocket requested without CONNECT through a tunnel: few proxies pass upgrades on. */
async function serveWebSocket(front: Front, request: IncomingMessage, head: Buffer): Promise<void> {
  const { socket } = request;
  const url = readUrl(request.url ?? '');
  const destination = url?.destination;
  const tunnel = await openTunnel(front, request, 'http', destination);
  if (!tunnel || !url || !destination) return;
  const { client, attempts, opened } = tunnel;
  const sending = requestHttp({
    path: pathOf(url, 'GET'),
    headers: [
      ...['Host', url.authority, ...passOn(request.rawHeaders, 'host')],
      ...['Connection', 'Upgrade', 'Upgrade', 'websocket'],
    ],
    createConnection: () => opened.socket,
    maxHeaderSize: maxHeaderBytes,
  });
  const end = (): void => {
    sending.destroy();
    opened.socket.destroy();
  };
  socket.once('close', end);
  const tracked = front.track(client, attempts, opened, destination, () => socket.destroy());
  let verdict: Verdict | undefined;
  const answered = new Promise<readonly [IncomingMessage, Buffer | null]>((resolve, reject) => {
    sending.once('upgrade', (received, _stream, first) => {
      resolve([received, first]);
    });
    sending.once('response', (received) => {
      resolve([received, null]);
    });
    sending.on('error', reject);
    onInterim(sending, reject, (status, text, headers) => socket.write(writeHead(status, text, headers), 'latin1'));
  });
  sending.end();
  try {
    if (await waitWhile(answered, sending, attempts.times.answer)) throw new StoppedError();
    const [received, first] = await answered;
    if (first === null && received.statusCode === 407) {
      // A client would take it for the gateway's own.
      verdict = { reason: 'blocked', status: 407 };
      front.dismiss(socket, writeAnswer(explainRefusal({ verdict }, client.running.rule.name)));
      return;
    }
    const { status, text } = statusOf(received);
    const headers = [
      ...passOn(received.rawHeaders),
      ...(first ? ['Connection', 'Upgrade', 'Upgrade', 'websocket'] : ['Connection', 'close']),
    ];
    socket.write(writeHead(status, text, headers), 'latin1');
    if (first === null) {
      verdict = { reason: null, status };
      opened.socket.setTimeout(attempts.times.answer, end);
      await pipeline(received, socket);
      return;
    }
    verdict = { reason: null, status: null };
    if (head.length > 0) opened.socket.write(head);
    socket.write(first);
    await relay(socket, opened);
  } finally {
    tracked.close(verdict);
    attempts.end(verdict);
    end();
    socket.destroySoon();
  }
}

async function servePlain(front: Front, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = readUrl(request.url ?? '');
  const isForProxy = url !== undefined;
  const refuse = (answer: Omit<Answer, 'socks'>): void => {
    if (response.headersSent) {
      request.socket.destroy();
      return;
    }
    // Closing while the body arrives could lose the response.
    request.unpipe();
    request.resume();
    response.writeHead(answer.status, [...answer.headers, ...(isForProxy ? [] : ['Connection', 'close'])]);
    response.end(answer.body);
  };
  if (url === undefined) {
    // Only web pages and people ask for a path of the gateway.
    const refusal = request.url?.startsWith('/') === false ? 'bad-target' : 'web-page';
    front.noteRefusal(refusal, null, request.headers.host ?? '');
    refuse(explainRefusal({ refusal }, null));
    return;
  }
  const { destination } = url;
  await front.beforeLogin(request.socket);
  const client = clientOf(front, request, destination);
  if ('answer' in client) {
    refuse(client.answer);
    return;
  }
  const { name } = client.running.rule;
  const refusal = destination ? refusalOf(request) : 'bad-target';
  if (!destination || refusal !== null) {
    const why = refusal ?? 'bad-target';
    front.noteRefusal(why, client.running.rule, destination ? formatTarget(destination) : '');
    refuse(explainRefusal({ refusal: why }, name));
    return;
  }
  if (forwardsLeft(request) === 0) {
    // RFC 9110, section 7.6.2.
    refuse({ status: 200, headers: ['Content-Length', '0'], body: '' });
    return;
  }
  const gone = whenGone(request.socket);
  const attempts = front.begin(client, 'http', destination, gone.signal);
  if ('refusal' in attempts) {
    gone.stop();
    refuse(explainRefusal(attempts, name));
    return;
  }
  const failed = await sendPlain({
    front,
    client,
    attempts,
    request,
    response,
    url,
    destination,
    signal: gone.signal,
  });
  gone.stop();
  const isAnswered = failed === null || request.socket.destroyed;
  if (!isAnswered) front.giveUp(client, attempts, destination, failed);
  attempts.end();
  if (!isAnswered) refuse(explainRefusal({ ...failed, tries: attempts.tryCount() }, name));
}

/** The path for the target itself (RFC 9112, section 3.2). */
const pathOf = ({ path }: RequestUrl, method: string): string =>
  path === '' && method === 'OPTIONS' ? '*' : path.startsWith('/') ? path : `/${path}`;

/** The URL for a proxy (RFC 9112, section 3.2.2); OPTIONS without a path is about the server (3.2.4). */
const urlFor = (url: RequestUrl, method: string): string =>
  `http://${url.authority}${url.path === '' && method === 'OPTIONS' ? '' : pathOf(url, method)}`;

/** Why a request is refused whatever its target; null: it is not. */
function refusalOf({ method, headers }: IncomingMessage): Refusal | null {
  if (method === 'TRACE') return 'trace';
  return isKnownCoding({ headers }) ? null : 'coding';
}

/** Whether Node's decoded body can be sent on: it undoes chunks only (RFC 9112, section 6.1). */
const isKnownCoding = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  (headers['transfer-encoding'] ?? 'chunked').trim().toLowerCase() === 'chunked';

const namesOfTrailers = ({ headers: { trailer } }: IncomingMessage): string[] =>
  trailer === undefined ? [] : ['Trailer', trailer];

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

interface PlainParts {
  readonly front: Front;
  readonly client: Client;
  readonly attempts: Attempts;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: RequestUrl;
  readonly destination: Destination;
  readonly signal: AbortSignal;
}

/** Sends a plain request through one proxy after another; null: the client has its response. */
async function sendPlain(parts: PlainParts): Promise<Failed | null> {
  const { attempts, request } = parts;
  const isRepeatable = safeMethods.includes(request.method ?? '') && !hasBody(request);
  let other: Opened | null = null;
  for (;;) {
    const opened: Opened | Failed = other ?? (await attempts.open(false));
    if (!('socket' in opened)) return opened;
    other = null;
    const failed = await exchange({ ...parts, isRepeatable }, opened);
    if (failed !== null && 'socket' in failed) other = failed;
    else if (failed === null || !isRepeatable || !failed.mayUseAnother) return failed;
  }
}

interface Unanswered {
  readonly verdict: Verdict;
  readonly mayUseAnother: boolean;
}

/**
 * Sends a request over one connection to a proxy.
 *
 * @returns null: the client has its response; a connection: repeat through it
 */
async function exchange(
  {
    front,
    client,
    attempts,
    request,
    response,
    url,
    destination,
    signal,
    isRepeatable,
  }: PlainParts & {
    readonly isRepeatable: boolean;
  },
  opened: Opened,
): Promise<Unanswered | Opened | null> {
  const { proxy, socket, phases } = opened;
  const isPlain = proxy?.protocol === 'http';
  const { method = 'GET' } = request;
  const sending = requestHttp({
    method,
    path: isPlain ? urlFor(url, method) : pathOf(url, method),
    headers: outgoingHeaders(request, url, proxy),
    createConnection: () => socket,
    maxHeaderSize: maxHeaderBytes,
  });
  const end = (): void => {
    // The client first: half a response must not look complete.
    request.socket.destroy();
    sending.destroy();
    socket.destroy();
  };
  signal.addEventListener('abort', end);
  const tracked = front.track(client, attempts, opened, destination, end);
  const outcome: { verdict?: Verdict; isBroken: boolean } = { isBroken: false };
  const isGone = (): boolean => request.socket.destroyed;
  const give = (decision: Decision, otherwise: Verdict): Unanswered => {
    request.unpipe(sending);
    const verdict = decision.verdict ?? otherwise;
    const mayUseAnother = attempts.refuse(opened, { ...decision, verdict }, phases);
    return { verdict, mayUseAnother };
  };
  try {
    const answered = waitForAnswer(sending, (status, text, headers) => {
      // It would be taken for the response (RFC 9110, section 15.2).
      if (request.httpVersion === '1.0' || response.headersSent) return;
      if (status === 100) response.writeContinue();
      // A pipelined response has no socket before its turn.
      else response.socket?.write(writeHead(status, text, headers), 'latin1');
    });
    request.once('end', () => {
      if (!sending.destroyed) sending.addTrailers(passOnTrailers(request.rawTrailers));
    });
    request.pipe(sending);
    const silent = await waitWhile(answered, sending, attempts.times.handshake);
    if (silent) {
      // The target is slow, but the proxy answered.
      const classified = classifyError('firstByte', new StoppedError(), isPlain);
      const decision = await Promise.race([answered.then(() => null), attempts.classify(opened, classified)]);
      if (isGone()) return { verdict: classified.ifProxy, mayUseAnother: false };
      const isTargets = decision === null || decision.verdict?.reason === 'target-silent';
      if (!isTargets) return give(decision, classified.ifProxy);
      if (await waitWhile(answered, sending, attempts.times.answer)) {
        const verdict = { reason: 'target-silent', status: null } as const;
        return give({ verdict, isProven: false }, verdict);
      }
    }
    const received = await answered;
    const { status, text } = statusOf(received);
    const classified = isPlain ? classifyPlainResponse(status, received.headers) : null;
    const decision = classified && (await attempts.classify(opened, classified));
    if (isGone()) return { verdict: { reason: 'closed', status: null }, mayUseAnother: false };
    const refusal = decision?.verdict ?? null;
    if (decision && refusal && (decision.isProven || refusal.reason === 'wrong-credentials')) {
      return give(decision, refusal);
    }
    if (status === 407) {
      // The target's: a client would ask its user for a password.
      const blocked = { reason: 'blocked', status } as const;
      return give({ verdict: blocked, isProven: false }, blocked);
    }
    if (!isKnownCoding(received)) throw new OddAnswerError();
    if (attempts.restIfUnwanted(opened, status) && isRepeatable) {
      const other = await attempts.openOther(opened, status);
      if (other) {
        outcome.verdict = { reason: 'blocked', status };
        return other;
      }
      if (isGone()) return { verdict: { reason: 'closed', status: null }, mayUseAnother: false };
    }
    attempts.sent(opened, status);
    outcome.verdict = refusal ?? { reason: null, status };
    received.once('error', () => {
      // Otherwise the client has gone.
      outcome.isBroken = !request.socket.destroyed;
    });
    socket.setTimeout(attempts.times.answer, () => socket.destroy());
    const isChunked = received.headers['transfer-encoding'] !== undefined;
    const hasTrailers = isChunked && request.httpVersion !== '1.0' && method !== 'HEAD' && ![204, 304].includes(status);
    response.writeHead(status, text, [
      ...passOn(received.rawHeaders),
      ...(attempts.hasRepeated() ? ['Proxy-Status', proxyStatus({ tries: attempts.tryCount() })] : []),
      ...(hasTrailers ? namesOfTrailers(received) : []),
    ]);
    received.once('end', () => {
      response.addTrailers(passOnTrailers(received.rawTrailers));
    });
    await pipeline(received, response);
    return null;
  } catch (error) {
    if (response.headersSent) {
      if (outcome.isBroken) attempts.broke(opened, classifyError('body', error).ifProxy);
      request.socket.destroy();
      return null;
    }
    const classified = classifyError('firstByte', error, isPlain);
    if (isGone()) return { verdict: classified.ifProxy, mayUseAnother: false };
    const decision = await attempts.classify(opened, classified);
    if (isGone()) return { verdict: classified.ifProxy, mayUseAnother: false };
    return give(decision, classified.ifProxy);
  } finally {
    signal.removeEventListener('abort', end);
    sending.destroy();
    socket.destroy();
    tracked.close(outcome.verdict);
  }
}

/** The status and a text that may be passed on; @throws OddAnswerError without one */
function statusOf({ statusCode = 0, statusMessage = '' }: IncomingMessage) {
  if (statusCode < 100) throw new OddAnswerError();
  return { status: statusCode, text: cleanText(statusMessage) };
}

/** Node reads control characters here, but does not write them. */
const cleanText = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');

/** Passes on an interim response (RFC 9110, section 15.2). */
type PassInterim = (status: number, text: string, headers: readonly string[]) => void;

function onInterim(sending: ClientRequest, reject: (error: Error) => void, pass: PassInterim): void {
  let count = 0;
  sending.on('information', ({ statusCode, statusMessage, rawHeaders }) => {
    count += 1;
    if (count > maxInterim) reject(new OddAnswerError());
    else pass(statusCode, cleanText(statusMessage), passOn(rawHeaders, 'content-length'));
  });
}

function waitForAnswer(sending: ClientRequest, pass: PassInterim): Promise<IncomingMessage> {
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve);
    sending.once('error', reject);
    sending.once('close', () => {
      reject(new Error('The connection was closed.'));
    });
    onInterim(sending, reject, pass);
    sending.once('upgrade', () => {
      reject(new OddAnswerError());
    });
  });
  sending.on('error', () => undefined);
  answered.catch(() => undefined);
  return answered;
}

/**
 * Waits for the answer, once all has been sent.
 *
 * @returns whether it is late
 */
async function waitWhile(answered: Promise<unknown>, sending: ClientRequest, limitMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(() => {
      resolve(true);
    }, limitMs);
  };
  if (sending.writableFinished) begin();
  else sending.once('finish', begin);
  try {
    return await Promise.race([answered.then(() => false), late]);
  } finally {
    sending.off('finish', begin);
    clearTimeout(timer);
  }
}

function outgoingHeaders(request: IncomingMessage, url: RequestUrl, proxy: Opened['proxy']): string[] {
  const { headers, method = '', httpVersion } = request;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const login = proxy?.protocol === 'http' ? authorization(proxy)['proxy-authorization'] : undefined;
  const forwards = forwardsLeft(request);
  return [
    // RFC 9112, section 3.2.2.
    'Host',
    url.authority,
    ...passOn(
      request.rawHeaders,
      'host',
      // RFC 9110, section 10.1.1.
      ...(httpVersion === '1.0' ? ['expect'] : []),
      ...(forwards === null ? [] : ['max-forwards']),
    ),
    ...(forwards === null ? [] : ['Max-Forwards', String(forwards - 1)]),
    ...(/(^|,)\s*trailers\s*(,|$)/i.test(String(headers['te'])) ? ['TE', 'trailers', 'Connection', 'TE'] : []),
    ...(isChunked ? ['Transfer-Encoding', 'chunked', ...namesOfTrailers(request)] : []),
    // Otherwise Node sends an empty body in chunks.
    ...(isChunked || headers['content-length'] !== undefined || !mayHaveBody(method) ? [] : ['Content-Length', '0']),
    ...(login === undefined ? [] : ['Proxy-Authorization', login]),
  ];
}

const mayHaveBody = (method: string): boolean => !['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method);
