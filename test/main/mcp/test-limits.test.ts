import { expect, test } from 'vitest';
import { limitTest } from '../../../src/main/mcp/test-limits.ts';
import { settingRows } from '../../../src/shared/settings.ts';
import { longestBodyBytes } from '../../../src/shared/test-runs/local-test.ts';
import { defaultLocalTest, maxTestUrls } from '../../../src/shared/test-runs/test-run.ts';

const limits = { agentTestRequests: 5_000, agentTestMegabytes: 200 };
const most = { proxyCount: 500, urlCount: maxTestUrls, settings: { ...defaultLocalTest, concurrency: 1000 } };
const judgeUrl = 'http://127.0.0.1/';

test.each([
  ['one URL', { ...most, urlCount: 1 }, 500],
  ['all URLs', most, 100],
  ['all URLs by the service', { ...most, settings: null }, 100],
  ['repetitions', { ...most, urlCount: 1, settings: { ...defaultLocalTest, repeatCount: 50 } }, 100],
  ['an address page, too', { ...most, urlCount: 1, settings: { ...defaultLocalTest, judgeUrl, repeatCount: 49 } }, 100],
  ['URLs and repetitions', { ...most, settings: { ...defaultLocalTest, repeatCount: 50 } }, 2],
  ['a few proxies', { ...most, proxyCount: 3 }, 3],
  ['no proxy', { ...most, proxyCount: 0 }, 0],
])('a test of %s has only as many proxies as there are requests for', (_what, wanted, count) => {
  const { proxyCount, adviceOn } = limitTest(wanted, limits);
  expect(proxyCount).toBe(count);
  const advice = adviceOn({ state: 'finished', bytes: 0 });
  if (count === wanted.proxyCount) expect(advice).toBeNull();
  else
    expect(advice).toContain(`Only ${String(count)} of 500 proxies were tested, because the user allows an agent 5000`);
});

test('a test that has not enough requests for one proxy is refused', () => {
  const wanted = { ...most, settings: { ...defaultLocalTest, repeatCount: 50 } };
  expect(() => limitTest(wanted, { ...limits, agentTestRequests: 500 })).toThrow(
    'would send 2500 requests through each proxy, and the user allows an agent 500',
  );
});

test.each(settingRows.agentTestMegabytes.control.kind === 'one' ? settingRows.agentTestMegabytes.control.options : [])(
  'whatever is in flight at the end, a test uses no more than %d MB',
  (megabytes) => {
    const bytes = Number(megabytes) * 1e6;
    for (const concurrency of [1, 50, 1000]) {
      const settings = { ...defaultLocalTest, concurrency, maxBytes: null };
      const limited = limitTest(
        { ...most, urlCount: 1, settings },
        { ...limits, agentTestMegabytes: Number(megabytes) },
      );
      const { concurrency: atOnce = 0, maxBytes } = limited.settings ?? {};
      expect(atOnce).toBeGreaterThan(0);
      expect(maxBytes).toBeGreaterThan(bytes / 2);
      expect((maxBytes ?? Infinity) + atOnce * longestBodyBytes).toBeLessThanOrEqual(bytes);
      expect(limited.adviceOn({ state: 'canceled', bytes })).toContain(
        `allows an agent ${String(megabytes)} MB a call`,
      );
      expect(limited.adviceOn({ state: 'finished', bytes })).toBeNull();
    }
  },
);

test('a data limit of the agent itself stays if it is the lower one', () => {
  const limited = limitTest({ ...most, urlCount: 1, settings: { ...defaultLocalTest, maxBytes: 1000 } }, limits);
  expect(limited.settings?.maxBytes).toBe(1000);
  expect(limited.adviceOn({ state: 'canceled', bytes: 2000 })).toBeNull();
});
