import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { Client, type Dispatcher } from 'undici';
import {
  type ProbeResult,
  type SuccessRule,
  defaultRule,
  longestBodyBytes,
  statusReasons,
} from '../../../shared/test-runs/local-test.ts';
import type { ProbePhase } from '../../../shared/records/test-result.ts';
import { askProxy, decide, longestAskMs, nowhere } from '../../dial/ask-proxy.ts';
import { dial, openSocket, createPhases } from '../../dial/dial.ts';
import {
  classifyError,
  classifyPlainResponse,
  codeOf,
  RefusedError,
  type Classified,
  type Verdict,
} from '../../dial/classify-error.ts';
import { authorization, canCarry, maxHeaderBytes, once, type DialedProxy } from '../../dial/tunnel.ts';
import { acceptedCodings, readPage, type Page } from './read-page.ts';

export interface ProbeOptions {
  readonly rule?: SuccessRule;
  /** Milliseconds per phase. */
  readonly timeoutMs?: Partial<Record<ProbePhase, number>>;
  readonly maxBodyBytes?: number;
  /** Gets the target's body before it is judged. */
  readonly onBody?: ((body: string) => void) | undefined;
  /** If not, a plain request is checked with a name that no server has. */
  readonly hasCarried?: boolean;
  /** Trusted instead of the system's; PEM. */
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

/**
 * Sends one GET through a proxy and times its phases, without redirects. The proxy resolves names; certificates are
 * verified. A second connection tells faults of proxy and target apart; its bytes count.
 *
 * @param url http needs a plain request at an HTTP proxy
 * @returns also failures, with the side at fault
 * @throws the reason of `signal`
 */
export async function probe(proxy: DialedProxy, url: URL, options: ProbeOptions = {}): Promise<ProbeResult> {
  const { rule = defaultRule, signal, maxBodyBytes = longestBodyBytes, hasCarried = false } = options;
  signal?.throwIfAborted();
  const timeoutsMs = { ...defaultTimeoutsMs, ...options.timeoutMs };
  const phases = createPhases(timeoutsMs, signal);
  const startedAtMs = performance.now();
  let socket: Socket | undefined;
  let askedBytes = 0;
  let firstByteMs: number | null = null;
  const isSecure = url.protocol === 'https:';
  const isPlain = proxy.protocol === 'http' && !isSecure;
  const isQuestion = url.hostname === nowhere.host;

  const finish = (verdict: Verdict): ProbeResult => ({
    ...verdict,
    phases: phases.durations(),
    firstByteMs,
    bytes: (socket?.bytesRead ?? 0) + (socket?.bytesWritten ?? 0) + askedBytes,
  });
  const settle = async (classified: Classified): Promise<Verdict | null> => {
    if (isQuestion) return classified.ifProxy;
    const { verdict } = await decide(classified, hasCarried, async () => {
      const testimony = await askProxy(proxy, signal, timeoutsMs.handshake);
      askedBytes += testimony.bytes;
      return testimony;
    });
    signal?.throwIfAborted();
    return verdict;
  };
  const hasPageForNowhere = async (): Promise<boolean> => {
    const limitsMs = Object.entries<number>(timeoutsMs).map(
      ([phase, ms]) => [phase, Math.min(ms, longestAskMs)] as const,
    );
    const answer = await probe(proxy, atNowhere(url), {
      ...options,
      rule: { ...rule, statuses: pageStatuses, maxMs: null },
      timeoutMs: Object.fromEntries(limitsMs),
      onBody: undefined,
    });
    askedBytes += answer.bytes;
    return answer.reason === null;
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
    // No web server speaks first: a page, not a tunnel.
    if (head.length > 0) throw new RefusedError({ ifProxy: { reason: 'not-a-proxy', status: 200 } });
    const stream = isSecure ? await phases.measure('tls', () => secure(opened, url, options.certificates)) : opened;
    const client = new Client(url.origin, {
      connect: (_options, callback) => {
        // An immediate connection would not start the waiting request.
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
            'accept-encoding': acceptedCodings,
            'user-agent': 'Proxydeck',
            ...(isPlain ? authorization(proxy) : {}),
          },
        }),
      );
      firstByteMs = performance.now() - startedAtMs;
      const classified = isPlain ? classifyPlainResponse(response.statusCode, response.headers) : null;
      const refusal = classified === null ? null : await settle(classified);
      if (refusal !== null) return finish(refusal);
      const page = await phases.measure('body', () => readPage(response, maxBodyBytes));
      // Undici accepts such a page however the connection ended.
      const { errored } = stream;
      if (errored !== null && codeOf(errored) === 'ECONNRESET' && endsWithConnection(response)) throw errored;
      options.onBody?.(page.text);
      const status = response.statusCode;
      const verdict = classifyResponse({ status, page, firstByteMs }, rule);
      const isDoubtful = isPlain && verdict.reason === null && !hasCarried && !isQuestion;
      if (isDoubtful && (await hasPageForNowhere())) return finish({ reason: 'not-a-proxy', status });
      return finish(verdict);
    } finally {
      // Rejects pending work that nobody awaits.
      void client.destroy(ended).catch(() => undefined);
    }
  } catch (error) {
    signal?.throwIfAborted();
    const classified = classifyError(phases.current(), error, isPlain);
    return finish((await settle(classified)) ?? classified.ifProxy);
  } finally {
    socket?.destroy();
  }
}

/** Shared: undici would make an error with a stack per probe. */
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

/** A web server that ignores names gives the same page there. */
function atNowhere(url: URL): URL {
  const asked = new URL(url);
  asked.hostname = nowhere.host;
  return asked;
}

/** Proxies that cannot reach a name send others. */
const pageStatuses: SuccessRule['statuses'] = [[200, 399]];

const endsWithConnection = ({ headers }: Dispatcher.ResponseData): boolean =>
  headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;

function classifyResponse(
  { status, page, firstByteMs }: { status: number; page: Page; firstByteMs: number },
  { statuses, contains, lacks, maxMs }: SuccessRule,
): Verdict {
  if (!statuses.some(([from, to]) => status >= from && status <= to)) {
    return { reason: statusReasons[status] ?? 'wrong-status', status };
  }
  if (!page.text.includes(contains)) return { reason: page.isWhole ? 'wrong-body' : 'too-large', status };
  if (lacks !== '' && page.text.includes(lacks)) return { reason: 'wrong-body', status };
  return { reason: maxMs !== null && firstByteMs > maxMs ? 'too-slow' : null, status };
}
