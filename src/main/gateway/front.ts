import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { GatewayRule, Refusal } from '../../shared/gateway/gateway.ts';
import type { Targeting } from '../../shared/gateway/targeting.ts';
import type { RequestKind } from '../../shared/records/gateway-request.ts';
import { formatTarget } from './target.ts';
import type { Verdict } from '../dial/classify-error.ts';
import type { Destination } from '../dial/tunnel.ts';
import {
  createAttempts,
  type AttemptParts,
  refusedFor,
  shownProxy,
  type Attempts,
  type Failed,
  type Opened,
  type RunningRule,
} from './attempts.ts';
import { logIn, type Login, type NotAdmitted, type RuleWithToken } from './client-login.ts';
import { describeLine, findRoute, refusalOf } from './route.ts';
import type { ProxyConnection } from '../dial/dial.ts';

interface FrontParts extends AttemptParts {
  readonly rulesOf: (port: number) => readonly RuleWithToken[];
  /** How long a client may stay after it got the reason of a failure. */
  readonly silenceMs: number;
}

export interface Client {
  readonly running: RunningRule;
  readonly session: string | null;
  readonly targeting: Targeting;
  readonly socket: Socket;
  readonly protocol: 'HTTP' | 'SOCKS5';
}

export type Front = ReturnType<typeof createFront>;

/** Creates the common part of the HTTP and the SOCKS5 server. */
export function createFront(parts: FrontParts) {
  const { activity, guard, rulesOf, running, onAttempt, onRequest, silenceMs } = parts;
  const noteRefusal = (refusal: Refusal, rule: GatewayRule | null, target: string): void => {
    activity.fail({
      ruleId: rule?.id ?? null,
      target,
      reason: refusal,
      status: null,
      fault: refusal === 'no-proxy' ? 'proxy' : 'client',
      proxy: null,
      outUntil: null,
      outcome: { kind: 'refused' },
    });
  };
  const guesses = createGuesses();
  return {
    noteRefusal,
    /** How long a client that should send something may be silent. */
    silenceMs,
    /** Delays a login while others guess. */
    async beforeLogin(socket: Socket): Promise<void> {
      const waitMs = guesses.waitMs(socket);
      if (waitMs > silenceMs) socket.destroy();
      else if (waitMs > 0) await wait(waitMs);
    },
    /** Ends a connection with a last message. */
    dismiss(socket: Socket, lastBytes: string | Buffer): void {
      socket.end(lastBytes);
      // Unread bytes would make the end an error.
      socket.resume();
      const timer = setTimeout(() => socket.destroy(), silenceMs).unref();
      socket.once('close', () => {
        clearTimeout(timer);
      });
    },
    /** Finds the rule of a login, or the reason against it. */
    admit(socket: Socket, protocol: Client['protocol'], login: Login | null): Client | NotAdmitted {
      const loggedIn = logIn(rulesOf(socket.localPort ?? 0), login);
      if ('refusal' in loggedIn) {
        if (loggedIn.refusal === 'wrong-token') guesses.wrong();
        return loggedIn;
      }
      guesses.right(socket);
      const { rule, session, targeting } = loggedIn;
      const found = running(rule.id);
      return found ? { running: found, session, targeting, socket, protocol } : { refusal: 'no-proxy' };
    },
    /** Begins the attempts of a request; `refusal`: forbidden by its target or lines. */
    begin(
      from: Client,
      kind: RequestKind,
      destination: Destination,
      signal: AbortSignal,
    ): Attempts | { readonly refusal: Refusal } {
      // A SOCKS5 client may have logged in before the rule changed.
      const target = running(from.running.rule.id) ?? from.running;
      const { rule, lines } = target;
      const client = from.socket.remoteAddress ?? '';
      const route = findRoute(lines, destination);
      if (route.text !== null) activity.countLine(rule.id, route.text, 'requests');
      const refusal = guard.check(destination, rule.allowsPrivate) ?? refusalOf(route);
      if (refusal !== null) {
        // Counted, not a failure.
        if (refusal === 'blocked-by-line') activity.block(rule.id);
        else noteRefusal(refusal, rule, formatTarget(destination));
        const { host, port } = destination;
        const spent = { receivedBytes: 0, sentBytes: 0, durationMs: 0, tries: [] };
        const line = describeLine(route);
        const request = { startedAtMs: Date.now(), rule: rule.name, line, client, kind, host, port };
        onRequest?.({ ...request, ...refusedFor(refusal), ...spent });
        return { refusal };
      }
      const sessionFor = (of: GatewayRule): string | null => stickTo(of, from, kind);
      const { targeting } = from;
      return createAttempts(parts, target, { destination, kind, client, sessionFor, targeting, route, signal });
    },
    /** Tells the client why its request was not sent. */
    giveUp(client: Client, attempts: Attempts, destination: Destination, failed: Failed): void {
      // Turned off meanwhile: nothing failed.
      if (!running(client.running.rule.id)) return;
      attempts.gaveUp(failed);
      if ('refusal' in failed) {
        noteRefusal(failed.refusal, client.running.rule, formatTarget(destination));
      }
    },
    /** Lists a connection until it is closed. */
    track(
      { socket, protocol, running: { rule, lines } }: Client,
      attempts: Attempts,
      opened: Opened,
      destination: Destination,
      end: () => void,
    ) {
      const { proxy, via, socket: upstream, phases } = opened;
      const target = formatTarget(destination);
      const { index } = attempts.route;
      const tracked = activity.open({
        ruleId: rule.id,
        client: formatTarget({ host: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 }),
        protocol,
        target,
        destination,
        lines,
        line: index === null ? null : index + 1,
        carrier: via?.rule.name ?? 'direct',
        proxy: proxy && shownProxy(proxy),
        socket: upstream,
        end,
      });
      return {
        /**
         * Ends it.
         *
         * @param verdict unless reported before
         */
        close(verdict?: Verdict): void {
          const bytes = tracked.close();
          attempts.used(opened, bytes);
          if (verdict && proxy) onAttempt({ proxy, target, phases, verdict, ...bytes });
        },
      };
    },
    /** Connects client and target until both have ended. */
    async join(client: Client, attempts: Attempts, opened: Opened, destination: Destination): Promise<void> {
      const { socket } = client;
      const end = (): void => {
        opened.socket.destroy();
        socket.destroy();
      };
      const tracked = this.track(client, attempts, opened, destination, end);
      if (opened.head.length > 0) socket.write(opened.head);
      await relay(socket, opened);
      tracked.close({ reason: null, status: null });
      attempts.end();
    },
  };
}

const connections = new WeakMap<Socket, string>();
let connectionCount = 0;

/** The session of a request: by name, else by address or connection, as the proxy's rule says. */
function stickTo({ rotation }: GatewayRule, { session, socket }: Client, kind: RequestKind): string | null {
  if (session !== null) return `session ${session}`;
  if (rotation.kind === 'sticky' || rotation.kind === 'count') return `client ${socket.remoteAddress ?? ''}`;
  // A tunnel is the only request of its connection.
  if (rotation.kind !== 'connection' || kind !== 'http') return null;
  const known = connections.get(socket) ?? `connection ${String((connectionCount += 1))}`;
  connections.set(socket, known);
  return known;
}

/** Makes a signal that aborts when the client closes its connection. */
export function whenGone(socket: Socket): {
  readonly signal: AbortSignal;
  readonly stop: () => void;
} {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  if (socket.destroyed) abort();
  socket.once('close', abort);
  return { signal: controller.signal, stop: () => socket.off('close', abort) };
}

/** Wrong logins without a delay; then one per interval. */
const maxAtOnce = 50;
const everyMs = 200;

/**
 * Creates the brake for guesses. Clients that have logged in are never delayed; new ones are while others guess,
 * because only the token tells them apart.
 */
export function createGuesses(nowMs: () => number = () => performance.now()) {
  const admitted = new WeakSet<Socket>();
  /** When all wrong logins are paid for, one interval each. */
  let paidAtMs = 0;
  return {
    /** Milliseconds before a login may be checked. */
    waitMs(socket: Socket): number {
      if (admitted.has(socket)) return 0;
      const waitMs = paidAtMs - maxAtOnce * everyMs - nowMs();
      if (waitMs <= 0) return 0;
      // The next one waits longer.
      paidAtMs += everyMs;
      return waitMs;
    },
    wrong(): void {
      paidAtMs = Math.max(paidAtMs, nowMs()) + everyMs;
    },
    right(socket: Socket): void {
      admitted.add(socket);
    },
  };
}

/** Closes half-closed sockets after this time without data. */
const halfOpenMs = 120_000;

/**
 * Passes data in both directions. An ended side leaves the other open; a closed or failed side closes it once it has
 * all data.
 *
 * @returns settles when both are closed
 */
export async function relay(client: Socket, { socket, pipeTo }: ProxyConnection): Promise<void> {
  await Promise.all([
    join(client, socket, () => client.pipe(socket)),
    join(socket, client, () => {
      pipeTo(client);
    }),
  ]);
}

function join(from: Socket, to: Socket, pipe: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  from.on('error', () => undefined);
  from.once('end', () => {
    to.setTimeout(halfOpenMs, () => to.destroy());
  });
  from.once('close', () => {
    to.setTimeout(halfOpenMs, () => to.destroy());
    to.destroySoon();
    resolve(undefined);
  });
  if (from.destroyed) from.emit('close');
  else pipe();
  return promise;
}
