import type { Socket } from 'node:net';
import { probeReasons } from '../../shared/test-runs/local-test.ts';
import { dial, openSocket, createPhases } from './dial.ts';
import { classifyError, type Classified, type Verdict } from './classify-error.ts';
import type { DialedProxy } from './tunnel.ts';

/** No server has it (RFC 6761, section 6.4): only the proxy answers. */
export const nowhere = { host: 'nowhere.invalid', port: 443 };
/** Resolving it needs no time. */
export const longestAskMs = 5_000;

/** A proxy's answer to a tunnel to nowhere. */
interface Testimony {
  /** `status`, or a reason such as `unreachable`, shows a working proxy. Null: it tunnels to anything. */
  readonly verdict: Verdict;
  /** Received and sent. */
  readonly bytes: number;
}

/**
 * Asks for a tunnel to nowhere, which no target can influence.
 *
 * @param askMs per phase
 */
export async function askProxy(proxy: DialedProxy, signal?: AbortSignal, askMs = longestAskMs): Promise<Testimony> {
  const limitMs = Math.min(askMs, longestAskMs);
  const phases = createPhases({ lookup: limitMs, connect: limitMs, handshake: limitMs }, signal);
  let socket: Socket | undefined;
  const testify = (verdict: Verdict): Testimony => ({
    verdict,
    bytes: (socket?.bytesRead ?? 0) + (socket?.bytesWritten ?? 0),
  });
  try {
    const { head } = await dial(proxy, nowhere, phases, limitMs, (address) => {
      const opened = openSocket(address);
      ({ socket } = opened);
      return opened;
    });
    const isPage = head.length > 0 || (await phases.measure('firstByte', () => hasMore(socket)));
    return testify({ reason: isPage ? 'not-a-proxy' : null, status: 200 });
  } catch (error) {
    return testify(classifyError(phases.current(), error).ifProxy);
  } finally {
    socket?.destroy();
  }
}

const rememberMs = 3_000;

/** Asks a proxy once in some seconds, however many requests fail. */
export function createAskProxy(): (proxy: DialedProxy, askMs?: number) => Promise<Testimony> {
  const asked = new Map<string, Promise<Testimony>>();
  return (proxy, askMs) => {
    const { host, port, protocol, credentials } = proxy;
    const key = JSON.stringify([host, port, protocol, credentials]);
    const known = asked.get(key);
    if (known) return known;
    const answer = askProxy(proxy, undefined, askMs);
    asked.set(key, answer);
    void answer.finally(() => {
      setTimeout(() => asked.delete(key), rememberMs).unref();
    });
    return answer;
  };
}

/** Web servers send a page through a tunnel to nowhere. */
const pageMs = 1_000;

const hasMore = (socket: Socket | undefined): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(false);
    }, pageMs);
    const finish = (isData: boolean) => () => {
      clearTimeout(timer);
      resolve(isData);
    };
    socket?.once('data', finish(true)).once('close', finish(false));
  });

export interface Decision {
  /** Null: a response of the target. */
  readonly verdict: Verdict | null;
  readonly isProven: boolean;
}

/**
 * Decides who caused a failure; asks the proxy if the target may have.
 *
 * @param hasCarried whether it has carried a request
 */
export async function decide(
  { ifProxy, ifTarget, ifOpensAnything }: Classified,
  hasCarried: boolean,
  ask: () => Promise<Pick<Testimony, 'verdict'>>,
): Promise<Decision> {
  const ofProxy = { verdict: ifProxy, isProven: isOfProxy(ifProxy) };
  if (ifTarget === undefined) return ofProxy;
  const ofTarget = { verdict: ifTarget, isProven: false };
  const { verdict: said } = await ask();
  const { reason, status } = said;
  if (reason === null) {
    return ifOpensAnything === undefined ? ofTarget : { ...ofProxy, verdict: ifOpensAnything };
  }
  // This machine's network has gone.
  if (probeReasons[reason].fault === 'machine') return { verdict: said, isProven: false };
  if (status !== null || socksAnswers.has(reason)) {
    if (reason === ifProxy.reason) return ofProxy;
    // It refuses our credentials, or answers with a page.
    const isOwn = reason === 'wrong-credentials' || (reason === 'not-a-proxy' && status === 200);
    return isOwn ? { verdict: said, isProven: true } : ofTarget;
  }
  // Some proxies know plain requests only, so silence proves nothing.
  const isClaim = ifProxy.status !== null;
  if (isClaim && hasCarried) return ofTarget;
  return { ...ofProxy, isProven: ofProxy.isProven && !isClaim && !hasCarried };
}

/** SOCKS5 has no status. */
const socksAnswers: ReadonlySet<string> = new Set(['unreachable', 'not-allowed', 'unsupported', 'wrong-credentials']);

const isOfProxy = ({ reason }: Verdict): boolean => reason !== null && probeReasons[reason].fault === 'proxy';
