import type { JsonObject } from '../../src/shared/json.ts';
import { startDemoService, type DemoOptions, type DemoService, type Fault } from './demo-service.ts';

/** How a service counts: from the first request on, by the clock, in any such time, or by refilling a bucket. */
export type Counting = 'from first request' | 'by the clock' | 'in any window' | 'bucket';

/** How a refusal says when the next request is welcome: the headers, by the milliseconds to go. */
export const ways = {
  nothing: () => ({}),
  'Retry-After in seconds': (leftMs) => ({ 'Retry-After': seconds(leftMs) }),
  'Retry-After as a date': (leftMs) => ({
    'Retry-After': new Date(Math.ceil((Date.now() + leftMs) / 1000) * 1000).toUTCString(),
  }),
  'Retry-After, always 5': () => ({ 'Retry-After': '5' }),
  'RateLimit-Reset': (leftMs) => ({ 'RateLimit-Limit': '60', 'RateLimit-Reset': seconds(leftMs) }),
  'RateLimit, one item': (leftMs) => ({ RateLimit: `limit=60, remaining=0, reset=${seconds(leftMs)}` }),
  'RateLimit, a list': (leftMs) => ({ RateLimit: `"day";r=900;t=80000, "minute";r=0;t=${seconds(leftMs)}` }),
  'X-RateLimit-Reset, seconds to go': (leftMs) => ({ 'X-RateLimit-Reset': seconds(leftMs) }),
  'X-RateLimit-Reset, seconds since 1970': (leftMs) => ({ 'X-RateLimit-Reset': seconds(Date.now() + leftMs) }),
  'X-RateLimit-Reset, milliseconds since 1970': (leftMs) => ({ 'X-RateLimit-Reset': String(Date.now() + leftMs) }),
  'X-Rate-Limit-Reset': (leftMs) => ({ 'X-Rate-Limit-Reset': seconds(leftMs) }),
  'X-RateLimit-Reset-After': (leftMs) => ({ 'X-RateLimit-Reset-After': (leftMs / 1000).toFixed(3) }),
} as const satisfies Record<string, (leftMs: number) => Readonly<Record<string, string>>>;
export type Way = keyof typeof ways;
const seconds = (ms: number): string => String(Math.ceil(ms / 1000));

/** So many requests are accepted in such a time; the others are refused with 429. */
export interface Limit {
  readonly requests: number;
  readonly windowMs: number;
  readonly counting?: Counting;
}

interface StrictOptions extends DemoOptions {
  readonly limit?: Limit;
  readonly says?: Way;
  /** The status of a refusal. */
  readonly status?: number;
  /** Monotonic milliseconds of the service's clock. */
  readonly now?: () => number;
  /** Sends the codes of countries and subdivisions in lower case. */
  readonly hasLowerCodes?: boolean;
  /** The body of refusals: the message is there, or in `error`. */
  readonly errorBody?: JsonObject;
}

interface StrictService extends DemoService {
  readonly acceptedAtMs: readonly number[];
  readonly refusedAtMs: readonly number[];
}

/** The demo service, as strict as services of this kind are: limits, largest pages, codes in lower case, IDs of errors. */
export async function startStrictService(options: StrictOptions = {}): Promise<StrictService> {
  const { limit, says = 'nothing', status = 429, now = () => performance.now(), errorBody = {}, ...rest } = options;
  const acceptedAtMs: number[] = [];
  const refusedAtMs: number[] = [];
  const leftMs = limit === undefined ? () => 0 : countRequests(limit);
  const demo = await startDemoService({
    oversizedPages: 'refused',
    ...rest,
    async faults(request): Promise<Fault | undefined> {
      const waitMs = leftMs(now());
      (waitMs > 0 ? refusedAtMs : acceptedAtMs).push(now());
      if (waitMs > 0) return { status, headers: ways[says](waitMs), body: JSON.stringify(errorBody) };
      return await rest.faults?.(request);
    },
  });
  if (options.hasLowerCodes === true) {
    const { proxies, services } = demo.account;
    for (const rows of [proxies, services]) {
      for (const row of rows.slice(0, rows.count())) rows.update(String(row[rows.idField]), lowerCodes(row));
    }
  }
  return { ...demo, acceptedAtMs, refusedAtMs };
}

const lowerCodes = (row: JsonObject): JsonObject =>
  Object.fromEntries(
    ['country_id', 'subdivision_id'].flatMap((name) => {
      const code = row[name];
      return typeof code === 'string' ? [[name, code.toLowerCase()]] : [];
    }),
  );

/** The shortest time, in milliseconds, in which a service with a limit accepts so many requests. */
export function shortestMs(requestCount: number, limit: Limit): number {
  const leftMs = countRequests(limit);
  let nowMs = 0;
  for (let count = 0; count < requestCount; count += 1) {
    for (let waitMs = leftMs(nowMs); waitMs > 0; waitMs = leftMs(nowMs)) nowMs += waitMs;
  }
  return nowMs;
}

/** Makes a function that counts a request, and returns 0 if it is accepted, or else how long until one is. */
export function countRequests({
  requests,
  windowMs,
  counting = 'from first request',
}: Limit): (nowMs: number) => number {
  let startMs = -Infinity;
  let count = 0;
  let tokens = requests;
  let filledAtMs = 0;
  const accepted: number[] = [];
  switch (counting) {
    case 'bucket':
      return (nowMs) => {
        tokens = Math.min(requests, tokens + ((nowMs - filledAtMs) * requests) / windowMs);
        filledAtMs = nowMs;
        if (tokens < 1) return ((1 - tokens) * windowMs) / requests;
        tokens -= 1;
        return 0;
      };
    case 'in any window':
      return (nowMs) => {
        const oldestMs = accepted.at(-requests) ?? -Infinity;
        if (nowMs - oldestMs < windowMs && accepted.length >= requests) return oldestMs + windowMs - nowMs;
        accepted.push(nowMs);
        return 0;
      };
    default:
      return (nowMs) => {
        if (nowMs - startMs >= windowMs) {
          // The clock of the service shows the last third of a window when its first request comes.
          const isByClock = counting === 'by the clock';
          const offsetMs = isByClock ? (nowMs + (windowMs * 2) / 3) % windowMs : 0;
          startMs = nowMs - offsetMs;
          count = 0;
        }
        if (count >= requests) return startMs + windowMs - nowMs;
        count += 1;
        return 0;
      };
  }
}
