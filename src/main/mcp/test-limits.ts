import { fail } from '../../shared/failure.ts';
import type { Settings } from '../../shared/settings.ts';
import { longestBodyBytes } from '../../shared/test-runs/local-test.ts';
import type { LocalTestSettings, TestRunSummary } from '../../shared/test-runs/test-run.ts';

type TestLimits = { readonly [S in Extract<keyof Settings, `agentTest${string}`>]: number };

/** A body, and a quarter for headers, TLS and the proxy's additions. */
const maxRequestBytes = 1.25 * longestBodyBytes;
/** Started requests end, and must not exceed this share. */
const maxInFlight = 1 / 4;

interface LimitedTest {
  readonly proxyCount: number;
  /** Null: the service tests. */
  readonly settings: LocalTestSettings | null;
  /** Advice if the limits leave something out. */
  readonly adviceOn: (run: Pick<TestRunSummary, 'state' | 'bytes'>) => string | null;
}

/**
 * Limits a test of an agent in proxies and data.
 *
 * @param test.settings null: the service tests, which reports no data
 * @throws FailureError `invalid-input` without requests for one proxy
 */
export function limitTest(
  {
    proxyCount: wantedCount,
    urlCount,
    settings,
  }: {
    readonly proxyCount: number;
    readonly urlCount: number;
    readonly settings: LocalTestSettings | null;
  },
  { agentTestRequests: maxRequests, agentTestMegabytes }: TestLimits,
): LimitedTest {
  const perProxy =
    settings === null ? urlCount : urlCount * settings.repeatCount + (settings.judgeUrl === null ? 0 : 1);
  const proxyCount = Math.min(wantedCount, Math.floor(maxRequests / perProxy));
  if (proxyCount === 0 && wantedCount > 0) {
    throw fail(
      'invalid-input',
      `This test would send ${String(perProxy)} requests through each proxy, and the user allows an agent ${String(maxRequests)} a call. Nothing was tested. Ask for fewer URLs or repetitions. ${whereToChange('agentTestRequests')}`,
    );
  }
  const requestAdvice =
    proxyCount < wantedCount
      ? `Only ${String(proxyCount)} of ${String(wantedCount)} proxies were tested, because the user allows an agent ${String(maxRequests)} requests a call. ${whereToChange('agentTestRequests')}`
      : null;
  if (settings === null) return { proxyCount, settings, adviceOn: () => requestAdvice };
  const limitBytes = agentTestMegabytes * 1e6;
  const maxAtOnce = Math.max(1, Math.floor((limitBytes * maxInFlight) / maxRequestBytes));
  const concurrency = Math.max(1, Math.min(settings.concurrency, maxAtOnce, proxyCount));
  const left = limitBytes - concurrency * maxRequestBytes;
  const maxBytes = Math.min(settings.maxBytes ?? left, left);
  const dataAdvice = `The test ended before its last request, because the user allows an agent ${String(agentTestMegabytes)} MB a call. The results so far were saved. ${whereToChange('agentTestMegabytes')}`;
  return {
    proxyCount,
    settings: { ...settings, concurrency, maxBytes },
    adviceOn: ({ state, bytes }) => {
      const isEnded = state === 'canceled' && maxBytes === left && bytes >= maxBytes;
      return [requestAdvice, isEnded ? dataAdvice : null].filter((advice) => advice !== null).join(' ') || null;
    },
  };
}

const whereToChange = (setting: keyof TestLimits): string =>
  `The user can change this in Proxydeck under Settings, Agents (${setting}).`;
