import { ownValue } from '../../../shared/own-value.ts';
import type { IncomingHttpHeaders } from 'undici/types/header.js';

/**
 * Most specific first. The specification (Limits) shows none: `Retry-After` is RFC 9110, others are from drafts and
 * peers.
 */
const resetHeaders = [
  'retry-after',
  'x-ratelimit-reset-after',
  'ratelimit-reset',
  'x-ratelimit-reset',
  'x-rate-limit-reset',
] as const;

/** Larger numbers are times since 1970, in seconds or milliseconds. */
const leastEpochSeconds = 1e9;
const leastEpochMs = 1e12;

/**
 * Reads a requested pause. Headers of limits come with every response of some services: they count with status 429
 * only.
 *
 * @param nowMs if the response has no date
 * @returns milliseconds; undefined: none, or over
 */
export function readPauseMs(status: number, headers: IncomingHttpHeaders, nowMs: number): number | undefined {
  const textOf = (name: string): string => [ownValue(headers, name)].flat()[0]?.trim() ?? '';
  // By the service's clock.
  const dateMs = Date.parse(textOf('date')) || nowMs;
  if (status !== 429) return readTime(textOf('retry-after'), dateMs) || undefined;
  // The limit of which nothing remains counts.
  const limits = textOf('ratelimit');
  const spent = limits.split(',').find((item) => /;\s*r=0\b/.test(item)) ?? limits;
  const [, left = ''] = /(?:^|[;,\s])(?:t|reset)=(\d+)/.exec(spent) ?? [];
  const texts = [...resetHeaders.map(textOf), left];
  return texts.map((text) => readTime(text, dateMs)).find((pauseMs) => pauseMs > 0);
}

/** Milliseconds until a duration or time in seconds or milliseconds, or a date; 0: none. */
function readTime(text: string, dateMs: number): number {
  if (!/^\d{1,15}(\.\d{1,9})?$/.test(text)) return Math.max(0, (Date.parse(text) || 0) - dateMs);
  const value = Number(text);
  if (value >= leastEpochMs) return Math.max(0, value - dateMs);
  return value >= leastEpochSeconds ? Math.max(0, value * 1000 - dateMs) : Math.ceil(value * 1000);
}
