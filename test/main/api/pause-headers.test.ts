import { expect, test } from 'vitest';
import { readPauseMs } from '../../../src/main/api/http/pause-headers.ts';

const nowMs = Date.UTC(2026, 10, 27, 12);
const inSeconds = (seconds: number): string => String(nowMs / 1000 + seconds);

test.each<[string, Record<string, string | string[]>, number | undefined]>([
  ['seconds', { 'retry-after': '32' }, 32_000],
  ['seconds, twice', { 'retry-after': ['32', '60'] }, 32_000],
  ['a date', { 'retry-after': 'Fri, 27 Nov 2026 12:00:32 GMT' }, 32_000],
  ['a date by the clock of a service that is an hour ahead', dateAhead({ 'retry-after': dateOf(3632) }), 32_000],
  ['a date in the past', { 'retry-after': 'Fri, 27 Nov 2026 11:00:00 GMT' }, undefined],
  ['nothing to wait, but another header', { 'retry-after': '0', 'x-ratelimit-reset': '7' }, 7000],
  ['words', { 'retry-after': 'soon' }, undefined],
  ['a negative number', { 'retry-after': '-5' }, undefined],
  ['seconds to go', { 'x-ratelimit-reset': '32' }, 32_000],
  ['parts of a second', { 'x-ratelimit-reset-after': '0.25' }, 250],
  ['seconds since 1970', { 'x-ratelimit-reset': inSeconds(32) }, 32_000],
  ['milliseconds since 1970', { 'x-ratelimit-reset': String(nowMs + 32_000) }, 32_000],
  ['seconds since 1970, ahead', dateAhead({ 'x-ratelimit-reset': inSeconds(3632) }), 32_000],
  ['seconds since 1970, in the past', { 'x-ratelimit-reset': inSeconds(-5) }, undefined],
  ['the header of a draft', { 'ratelimit-reset': '32' }, 32_000],
  ['the header of other peers', { 'x-rate-limit-reset': '32' }, 32_000],
  ['one header of an old draft', { ratelimit: 'limit=60, remaining=0, reset=32' }, 32_000],
  ['one header of the draft', { ratelimit: '"default";r=0;t=32' }, 32_000],
  ['the limit that is used up', { ratelimit: '"day";r=100;t=50000, "minute";r=0;t=32' }, 32_000],
  ['a limit that does not say when', { ratelimit: '"default";r=0' }, undefined],
  ['nothing', {}, undefined],
])('status 429 with %s', (_, headers, pauseMs) => {
  expect(readPauseMs(429, headers, nowMs)).toBe(pauseMs);
});

test.each([403, 500, 503])('with status %i only Retry-After asks for a pause', (status) => {
  expect(readPauseMs(status, { 'x-ratelimit-reset': '32', ratelimit: '"a";r=0;t=9' }, nowMs)).toBeUndefined();
  expect(readPauseMs(status, { 'retry-after': '32' }, nowMs)).toBe(32_000);
});

function dateOf(seconds: number): string {
  return new Date(nowMs + seconds * 1000).toUTCString();
}

function dateAhead(headers: Record<string, string>): Record<string, string> {
  return { ...headers, date: dateOf(3600) };
}
