import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { Client, type Dispatcher } from 'undici';
import {
  type ProbeResult,
  type SuccessRule,
  type ProbeReason,
  defaultRule,
} from '../../../shared/test-runs/local-test.ts';
import type { ProbePhase } from '../../../shared/records/test-result.ts';
import { askProxy, decide } from '../../dial/ask-proxy.ts';
import { dial, openSocket, createPhases } from '../../dial/dial.ts';
import {
  classifyError,
  classifyPlainResponse,
  RefusedError,
  type Classified,
  type Verdict,
} from '../../dial/classify-error.ts';
import { authorization, canCarry, maxHeaderBytes, once, type DialedProxy } from '../../dial/tunnel.ts';

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
 * certificates are verified, redirects are not followed, and nothing is repeated. If a failure can be that of the proxy or of the
 * target, the proxy is asked on a second connection; its bytes count, too.
 *
 * @param url http or https. Through an HTTP proxy, https uses CONNECT and http a plain request
 * @returns also for a proxy that fails; the reason then names the side at fault
 * @throws the reason of `signal` if it is aborted
 */
export async function probe(proxy: DialedProxy, url: URL, options: ProbeOptions = {}): Promise<ProbeResult> {
  const { rule = defaultRule, signal, maxBodyBytes = defaultMaxBodyBytes } = options;
  signal?.throwIfAborted();
  const timeoutsMs = { ...defaultTimeoutsMs, ...options.timeoutMs };
  const phases = createPhases(timeoutsMs, signal);
  const startedAtMs = performance.now();
  let socket: Socket | undefined;
  let askedBytes = 0;
  let firstByteMs: number | null = null;
  const isSecure = url.protocol === 'https:';
  const isPlain = proxy.protocol === 'http' && !isSecure;

  const finish = (verdict: Verdict): ProbeResult => ({
    ...verdict,
    phases: phases.durations(),
    firstByteMs,
    bytes: (socket?.bytesRead ?? 0) + (socket?.bytesWritten ?? 0) + askedBytes,
  });
  const settle = async (classified: Classified): Promise<Verdict | null> => {
    const { verdict } = await decide(classified, false, async () => {
      const testimony = await askProxy(proxy, signal, timeoutsMs.handshake);
      askedBytes += testimony.bytes;
      return testimony;
    });
    signal?.throwIfAborted();
    return verdict;
  };

  try {
    if (!canCarry(proxy)) return finish({ reason: 'untestable', status: null });
    const { socket: opened, head } = await dial(
      proxy,
      isPlain ? null : destinationOf(url),
      phases,
      timeoutsMs.handshake,
      (address) => {
        const connection = openSocket(address);
        ({ socket } = connection);
        return connection;
      },
    );
    // No web server speaks before it has been spoken to: this is a page, not a tunnel.
    if (head.length > 0) throw new RefusedError({ ifProxy: { reason: 'not-a-proxy', status: 200 } });
    const stream = isSecure ? await phases.measure('tls', () => secure(opened, url, options.certificates)) : opened;
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
      const response = await phases.measure('firstByte', () =>
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
      const classified = isPlain ? classifyPlainResponse(response.statusCode, response.headers) : null;
      const refusal = classified === null ? null : await settle(classified);
      if (refusal !== null) return finish(refusal);
      const body = await phases.measure('body', () => readText(response, maxBodyBytes));
      options.onBody?.(body);
      return finish(classifyResponse({ status: response.statusCode, body, firstByteMs }, rule));
    } finally {
      // Rejects what is still pending; nobody waits for it any more.
      void client.destroy(ended).catch(() => undefined);
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TooLargeError) return finish({ reason: 'too-large', status: null });
    const classified = classifyError(phases.current(), error, isPlain);
    return finish((await settle(classified)) ?? classified.ifProxy);
  } finally {
    socket?.destroy();
  }
}

/** One for all: undici would make an error with a stack for each probe. */
const ended = new Error('The probe has ended.');

function destinationOf(url: URL): { host: string; port: number } {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port };
}

function secure(socket: Socket, { hostname }: URL, certificates: readonly string[] | undefined): Promise<TLSSocket> {
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

/** The target sent more than the limit. */
class TooLargeError extends Error {}

/** Decides whether a complete response of the target fulfills the rule. */
function classifyResponse(
  { status, body, firstByteMs }: { status: number; body: string; firstByteMs: number },
  { statuses, contains, lacks, maxMs }: SuccessRule,
): Verdict {
  if (!statuses.some(([from, to]) => status >= from && status <= to)) {
    return { reason: statusReasons[status] ?? 'wrong-status', status };
  }
  if (!body.includes(contains) || (lacks !== '' && body.includes(lacks))) {
    return { reason: 'wrong-body', status };
  }
  return { reason: maxMs !== null && firstByteMs > maxMs ? 'too-slow' : null, status };
}

/** The usual answers of targets to clients that they do not want. */
const statusReasons: Readonly<Record<number, ProbeReason>> = {
  401: 'blocked',
  403: 'blocked',
  407: 'blocked',
  451: 'blocked',
  429: 'too-many-requests',
  503: 'blocked',
};
