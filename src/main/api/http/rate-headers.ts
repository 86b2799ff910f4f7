import { ownValue } from '../../../shared/own-value.ts';
import type { IncomingHttpHeaders } from 'undici/types/header.js';

/**
 * The headers by which services say when the next request is welcome, the most specific first. The specification
 * (Limits) shows none: `Retry-After` is the standard (RFC 9110), the others are those of the drafts and of peers.
 */
const resetHeaders = [
  'retry-after',
  'x-ratelimit-reset-after',
  'ratelimit-reset',
  'x-ratelimit-reset',
  'x-rate-limit-reset',
] as const;

/** A larger number is a time since 1970 in seconds, or in milliseconds: no service asks for a pause of 30 years. */
const leastEpochSeconds = 1e9;
const leastEpochMs = 1e12;

/**
 * Reads how long a service asks to wait. The headers of limits come with every response of some services: only
 * together with status 429 they ask for a pause.
 *
 * @param nowMs the time of this machine since 1970, if the response has no date of its own
 * @returns milliseconds; undefined: it does not say, or says that the time has passed
 */
export function readPauseMs(status: number, headers: IncomingHttpHeaders, nowMs: number): number | undefined {
  const textOf = (name: string): string => [ownValue(headers, name)].flat()[0]?.trim() ?? '';
  // The service means its own clock.
  const dateMs = Date.parse(textOf('date')) || nowMs;
  if (status !== 429) return readTime(textOf('retry-after'), dateMs) || undefined;
  // One item for each of its limits; the one of which nothing remains counts.
  const limits = textOf('ratelimit');
  const spent = limits.split(',').find((item) => /;\s*r=0\b/.test(item)) ?? limits;
  const [, left = ''] = /(?:^|[;,\s])(?:t|reset)=(\d+)/.exec(spent) ?? [];
  const texts = [...resetHeaders.map(textOf), left];
  return texts.map((text) => readTime(text, dateMs)).find((pauseMs) => pauseMs > 0);
}

/** Milliseconds until a time that is given in seconds to go, since 1970, or as a date; 0: none. */
function readTime(text: string, dateMs: number): number {
  if (!/^\d{1,15}(\.\d{1,9})?$/.test(text)) return Math.max(0, (Date.parse(text) || 0) - dateMs);
  const value = Number(text);
  if (value >= leastEpochMs) return Math.max(0, value - dateMs);
  return value >= leastEpochSeconds ? Math.max(0, value * 1000 - dateMs) : Math.ceil(value * 1000);
}
