import { probePhases } from '../../shared/records/test-result.ts';
import type { GatewayRequest, RequestTry } from '../../shared/records/gateway-request.ts';
import { ownValue } from '../../shared/own-value.ts';
import { probeReasons, type ProbeReason, type ProbeResult } from '../../shared/test-runs/local-test.ts';
import type { Attempt, RuleProxy } from '../gateway/attempts.ts';
import { Draw } from './data/draw.ts';
import { isBlocked } from './run-proxy-test.ts';

/** What an outcome depends on. */
interface MadeUpProxy {
  readonly proxy_id: string;
  readonly proxy_is_online: boolean | null;
  readonly asn_id: number | null;
  readonly country_id: string | null;
}

/** Connect times by country, as seen from Western Europe. */
const connectMs: { readonly [country: string]: number } = { US: 92, GB: 21, DE: 12, FR: 18, NL: 14 };

/** The number at the beginning of an ID, from which results are derived. */
const numberOf = (proxyId: string): number => parseInt(proxyId.slice(0, 8), 16);

/** In thousandths, for proxies in any state. */
const chances: readonly (readonly [ProbeReason, number])[] = [
  ['no-answer', 14],
  ['closed', 8],
  ['too-many-requests', 12],
  ['target-silent', 6],
  ['no-sockets', 4],
];
const statuses: { readonly [reason: string]: number } = { blocked: 403, 'too-many-requests': 429 };

function chooseReason(proxy: MadeUpProxy, url: string, draw: Draw): ProbeReason | null {
  let chance = draw.integer(0, 999);
  if (proxy.proxy_is_online === false) return numberOf(proxy.proxy_id) % 3 === 0 ? 'refused' : 'no-answer';
  if (isBlocked(url, proxy.asn_id ?? undefined)) return 'blocked';
  for (const [reason, share] of chances) {
    if (chance < share) return reason;
    chance -= share;
  }
  return null;
}

/** Finished phases by reason of failure; default: all. */
const reachedPhases: { readonly [reason: string]: number } = {
  'no-sockets': 0,
  'no-answer': 0,
  refused: 0,
  closed: 2,
  'target-silent': 4,
};

function makePhases(proxy: MadeUpProxy, reason: ProbeReason | null, draw: Draw): ProbeResult['phases'] {
  const base = ownValue(connectMs, proxy.country_id ?? '') ?? 60;
  const handshake = base + draw.integer(2, 40);
  const all = {
    lookup: null,
    connect: base + draw.integer(0, 30),
    handshake,
    tls: handshake + draw.integer(4, 50),
    firstByte: handshake + draw.integer(20, 260),
    body: draw.integer(1, 40),
  };
  const reached = reachedPhases[reason ?? ''] ?? 6;
  // A later phase has not begun.
  return Object.fromEntries(
    Object.keys(probePhases).map((name, at) => [name, at < reached ? all[name as keyof typeof all] : null]),
  ) as unknown as ProbeResult['phases'];
}

/**
 * Makes up a result, the same for the same numbers: offline proxies do not answer, a target blocks a network, a few
 * fail by chance.
 */
export function makeResult(
  proxy: MadeUpProxy,
  url: string,
  { seed, round }: { readonly seed: number; readonly round: number },
): ProbeResult {
  const draw = new Draw(seed, 31, round, numberOf(proxy.proxy_id), url.length);
  const reason = chooseReason(proxy, url, draw);
  const phases = makePhases(proxy, reason, draw);
  const hasAnswer = phases.firstByte !== null;
  const ms = Object.values(phases).reduce<number>((sum, phase) => sum + (phase ?? 0), 0);
  return {
    reason,
    status: reason === null ? 200 : (statuses[reason] ?? null),
    phases,
    firstByteMs: hasAnswer ? ms - (phases.body ?? 0) : null,
    bytes: hasAnswer ? draw.integer(9_000, 60_000) : draw.integer(0, 1) * 1_200,
  };
}

/** The first ones more often. */
const hosts = [
  'shop.example.com',
  'shop.example.com',
  'shop.example.com',
  'api.shop.example.com',
  'api.shop.example.com',
  'images.shop.example.net',
  'www.example.org',
  'search.example.net',
] as const;

/** A request of the gateway with the results of its tries. */
interface MadeUpRequest {
  readonly request: GatewayRequest;
  readonly attempts: readonly Attempt[];
}

/** Makes up an hour of requests; programs are busy by day. */
export function makeTraffic(
  proxies: readonly RuleProxy[],
  parts: { readonly rule: string; readonly fromMs: number; readonly seed: number },
): MadeUpRequest[] {
  const { rule, fromMs, seed } = parts;
  const hour = Math.floor(fromMs / 3_600_000);
  const draw = new Draw(seed, 32, hour);
  const isDay = hour % 24 > 6 && hour % 24 < 20;
  const count = isDay ? draw.integer(18, 34) : draw.integer(3, 8);
  return Array.from({ length: count }, (_, at) => {
    const startedAtMs = fromMs + Math.floor(((at + draw.integer(0, 99) / 100) / count) * 3_600_000);
    return makeRequest(proxies, { rule, startedAtMs, draw });
  });
}

function makeRequest(
  proxies: readonly RuleProxy[],
  { rule, startedAtMs, draw }: { readonly rule: string; readonly startedAtMs: number; readonly draw: Draw },
): MadeUpRequest {
  const host = draw.pick(hosts);
  const chance = draw.integer(0, 999);
  const common = { startedAtMs, rule, line: null, client: '127.0.0.1', kind: 'connect', port: 443 } as const;
  if (chance < 8) {
    const refused = { outcome: 'refused', reason: 'private', fault: 'client', status: null } as const;
    const nothing = { receivedBytes: 0, sentBytes: 0, durationMs: 1, tries: [] };
    return { request: { ...common, host: '192.168.1.20', ...refused, ...nothing }, attempts: [] };
  }
  // Another proxy is tried after one without an answer, but not for an unreachable target.
  const reasons: readonly (ProbeReason | null)[] =
    chance < 40 ? ['no-answer', null] : chance < 52 ? ['closed', null] : chance < 66 ? ['unreachable'] : [null];
  const receivedBytes = draw.integer(4_000, 380_000);
  const sentBytes = draw.integer(900, 9_000);
  const attempts = reasons.map((reason): Attempt => {
    const proxy = draw.pick(proxies);
    const all = makePhases({ ...proxy, proxy_is_online: true, asn_id: null }, reason, draw);
    // The gateway sees no further than the tunnel.
    const phases = { ...all, tls: null, firstByte: null, body: null };
    const bytes = reason === null ? { receivedBytes, sentBytes } : { receivedBytes: 0, sentBytes: 0 };
    return { proxy, target: `${host}:443`, phases, verdict: { reason, status: null }, ...bytes };
  });
  const last = reasons.at(-1) ?? null;
  const dialMs = attempts.reduce((sum, { phases }) => sum + (phases.connect ?? 3_000) + (phases.handshake ?? 0), 0);
  return {
    request: {
      ...common,
      host,
      outcome: last === null ? 'works' : 'fails',
      reason: last,
      fault: last === null ? null : probeReasons[last].fault,
      status: null,
      receivedBytes: last === null ? receivedBytes : 0,
      sentBytes: last === null ? sentBytes : 0,
      durationMs: dialMs + draw.integer(90, 2_400),
      tries: attempts.map(({ proxy, verdict, phases }): RequestTry => ({
        proxy_id: proxy.proxy_id,
        address: proxy.address,
        ...verdict,
        phases,
      })),
    },
    attempts,
  };
}
