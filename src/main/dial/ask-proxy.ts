import type { Socket } from 'node:net';
import { probeReasons } from '../../shared/test-runs/local-test.ts';
import { dial, openSocket, createPhases } from './dial.ts';
import { classifyError, type Classified, type Verdict } from './classify-error.ts';
import type { DialedProxy } from './tunnel.ts';

/** No server has such a name (RFC 6761, section 6.4), so the answer is the proxy's own. */
export const nowhere = { host: 'nowhere.invalid', port: 443 };
/** The longest time to connect, and to answer; a name that does not exist needs no time. */
export const longestAskMs = 5_000;

/** What a proxy answers if it is asked for a tunnel to nowhere. */
interface Testimony {
  /** `status` or a reason such as `unreachable` shows a proxy that works. Reason null: it opens a tunnel to anything. */
  readonly verdict: Verdict;
  /** Received and sent for it. */
  readonly bytes: number;
}

/**
 * Asks a proxy for a tunnel to a name that does not exist. What it does then cannot be the work of a target.
 *
 * @param signal nobody waits for the answer any longer
 * @param askMs the longest time of each phase
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

/** How long what a proxy answered is not asked again. */
const rememberMs = 3_000;

/** Asks proxies, each only once in some seconds, however many requests through it fail. */
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

/** How long a tunnel to nowhere is listened to: servers of pages send one, whatever the tunnel is for. */
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

/** What a failure means, and whether the proxy caused it beyond doubt. */
export interface Decision {
  /** Null: the target sent a response as any other. */
  readonly verdict: Verdict | null;
  readonly isProven: boolean;
}

/**
 * Decides who caused a failure. If the target can have caused it, too, the proxy itself is asked.
 *
 * @param hasCarried the proxy has carried a request before
 * @param ask asks the proxy
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
  // The network of this machine has gone in the meantime.
  if (probeReasons[reason].fault === 'machine') return { verdict: said, isProven: false };
  if (status !== null || socksAnswers.has(reason)) {
    if (reason === ifProxy.reason) return ofProxy;
    // It takes no credentials of ours, or sends a page through a tunnel to nowhere.
    const isOwn = reason === 'wrong-credentials' || (reason === 'not-a-proxy' && status === 200);
    return isOwn ? { verdict: said, isProven: true } : ofTarget;
  }
  // It does not answer the question. Some proxies know plain requests only, so this proves nothing about one that has worked.
  const isClaim = ifProxy.status !== null;
  if (isClaim && hasCarried) return ofTarget;
  return { ...ofProxy, isProven: ofProxy.isProven && !isClaim && !hasCarried };
}

/** Reasons that are replies of SOCKS5, which has no status. */
const socksAnswers: ReadonlySet<string> = new Set(['unreachable', 'not-allowed', 'unsupported', 'wrong-credentials']);

const isOfProxy = ({ reason }: Verdict): boolean => reason !== null && probeReasons[reason].fault === 'proxy';
