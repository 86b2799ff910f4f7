import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { Client, type Dispatcher } from 'undici';
import {
  defaultRule,
  type ProbeResult,
  type SuccessRule,
} from '../../../shared/testing/local-test.ts';
import type { PhaseDurations, ProbePhase } from '../../../shared/records/test-result.ts';
import {
  judgeError,
  proxyAnswer,
  RefusedError,
  StoppedError,
  type Verdict,
} from '../../dial/judge-error.ts';
import {
  authorization,
  canCarry,
  maxHeaderBytes,
  once,
  openTunnel,
  type DialedProxy,
} from '../../dial/tunnel.ts';
import { judgeResponse, TooLargeError } from './judge.ts';

export interface ProbeOptions {
  readonly rule?: SuccessRule;
  /** The longest time of each phase, in milliseconds. */
  readonly timeoutMs?: Partial<Record<ProbePhase, number>>;
  /** The longest body that is read, in bytes. */
  readonly maxBodyBytes?: number;
  /** Gets the body of a complete response of the target, before it is judged. */
  readonly onBody?: (body: string) => void;
  /** Certificates to trust instead of the system's, in PEM. */
  readonly certificates?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

const defaultTimeoutsMs: Readonly<Record<ProbePhase, number>> = {
  lookup: 5_000,
  connect: 8_000,
  handshake: 8_000,
  tls: 8_000,
  firstByte: 15_000,
  body: 15_000,
};
const defaultMaxBodyBytes = 1024 * 1024;

/**
 * Sends one GET request through a proxy and measures each phase. Names of targets are resolved by the proxy,
 * certificates are verified, redirects are not followed, and nothing is repeated.
 *
 * @param url http or https. Through an HTTP proxy, https uses CONNECT and http a plain request
 * @returns also for a proxy that fails; the reason then names the side at fault
 * @throws the reason of `signal` if it is aborted
 */
export async function probe(
  proxy: DialedProxy,
  url: URL,
  options: ProbeOptions = {},
): Promise<ProbeResult> {
  const { rule = defaultRule, signal, maxBodyBytes = defaultMaxBodyBytes } = options;
  signal?.throwIfAborted();
  const timeoutsMs = { ...defaultTimeoutsMs, ...options.timeoutMs };
  const phases: { -readonly [P in ProbePhase]: PhaseDurations[P] } = {
    lookup: null,
    connect: null,
    handshake: null,
    tls: null,
    firstByte: null,
    body: null,
  };
  const startedAtMs = performance.now();
  let current: ProbePhase = 'lookup';
  let socket: Socket | undefined;
  let firstByteMs: number | null = null;

  const { promise: aborted, reject: rejectAborted } = Promise.withResolvers<never>();
  // Phases wait for it; between two of them nobody does.
  aborted.catch(() => undefined);
  const abort = (): void => {
    rejectAborted(new StoppedError());
  };
  signal?.addEventListener('abort', abort);

  /** Runs a phase within its time; the socket of one that takes longer is closed. */
  const measure = async <T>(name: ProbePhase, run: () => Promise<T>): Promise<T> => {
    current = name;
    const beganAtMs = performance.now();
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new StoppedError());
    }, timeoutsMs[name]);
    try {
      return await Promise.race([run(), stopped, aborted]);
    } finally {
      clearTimeout(timer);
      phases[name] = performance.now() - beganAtMs;
    }
  };
  const finish = (verdict: Verdict): ProbeResult => ({
    ...verdict,
    phases: { ...phases },
    firstByteMs,
    bytes: (socket?.bytesRead ?? 0) + (socket?.bytesWritten ?? 0),
  });

  try {
    if (!canCarry(proxy)) return finish({ reason: 'untestable', status: null });
    const address =
      isIP(proxy.host) === 0
        ? await measure('lookup', async () => (await lookup(proxy.host)).address)
        : proxy.host;
    const opened = connect({ host: address, port: proxy.port, noDelay: true });
    socket = opened;
    // Errors between two phases are those of the next one.
    opened.on('error', () => undefined);
    await measure('connect', () => once(opened, 'connect'));
    const isSecure = url.protocol === 'https:';
    const isPlain = proxy.protocol === 'http' && !isSecure;
    if (!isPlain) {
      const head = await measure('handshake', () =>
        openTunnel(opened, proxy, destinationOf(url), timeoutsMs.handshake),
      );
      // No web server speaks before it has been spoken to: this is a page, not a tunnel.
      if (head.length > 0) throw new RefusedError({ reason: 'not-a-proxy', status: 200 });
    }
    const stream = isSecure
      ? await measure('tls', () => secure(opened, url, options.certificates))
      : opened;
    const client = new Client(url.origin, {
      connect: (_options, callback) => {
        // A connection that is there at once would not start the request that waits for it.
        queueMicrotask(() => {
          callback(null, stream);
        });
      },
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    try {
      const response = await measure('firstByte', () =>
        client.request({
          method: 'GET',
          path: isPlain ? url.href : `${url.pathname}${url.search}`,
          headers: {
            accept: '*/*',
            'user-agent': 'Proxydeck',
            ...(isPlain ? authorization(proxy) : {}),
          },
        }),
      );
      firstByteMs = performance.now() - startedAtMs;
      const refusal = isPlain ? proxyAnswer(response.statusCode, response.headers) : null;
      if (refusal !== null) return finish(refusal);
      const body = await measure('body', () => readText(response, maxBodyBytes));
      options.onBody?.(body);
      return finish(judgeResponse({ status: response.statusCode, body, firstByteMs }, rule));
    } finally {
      // Rejects what is still pending; nobody waits for it any more.
      void client.destroy(ended).catch(() => undefined);
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TooLargeError) return finish({ reason: 'too-large', status: null });
    return finish(judgeError(current, error));
  } finally {
    signal?.removeEventListener('abort', abort);
    socket?.destroy();
  }
}

/** One for all: undici would make an error with a stack for each probe. */
const ended = new Error('The probe has ended.');

function destinationOf(url: URL): { host: string; port: number } {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port };
}

function secure(
  socket: Socket,
  { hostname }: URL,
  certificates: readonly string[] | undefined,
): Promise<TLSSocket> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const secured = connectTls({
    socket,
    host,
    // An address is not a server name (RFC 6066).
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ['http/1.1'],
    ...(certificates && { ca: [...certificates] }),
  });
  secured.on('error', () => undefined);
  return once(secured, 'secureConnect').then(() => secured);
}

/** The beginning of a body as text; @throws TooLargeError */
async function readText({ body }: Dispatcher.ResponseData, maxBodyBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new TooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
