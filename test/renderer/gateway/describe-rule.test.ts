import { expect, test } from 'vitest';
import { defaultRule, type RuleState } from '../../../src/shared/gateway/gateway.ts';
import {
  describeInRotation,
  describeOut,
  describeOutcome,
  describePause,
  describeProblem,
  describeReason,
  describeRotation,
  describeSkips,
  formatClock,
  formatElapsed,
  isLost,
} from '../../../src/renderer/gateway/describe-rule.ts';

const state: RuleState = {
  ruleId: 1,
  problem: null,
  inRotation: 12_431,
  ipv6Skipped: 0,
  proxyCount: 12_480,
  open: 0,
  connections: 0,
  blocked: 0,
  lines: [],
  elsewhere: 0,
  failed: 0,
  recent: { requests: 0, failed: 0 },
  receivedBytes: 0,
  sentBytes: 0,
  out: [],
  outCount: 0,
};
const twoOClock = new Date(2026, 10, 22, 14, 0, 5).getTime();

test('a rule in words', () => {
  expect(describeRotation({ kind: 'request' })).toBe('Per request');
  expect(describeRotation({ kind: 'sticky', minutes: 1 })).toBe('Sticky, 1 minute');
  expect(describeRotation({ kind: 'count', requests: 50 })).toBe('Every 50 requests');
  expect(describeRotation({ kind: 'least' })).toBe('Fewest connections');
  expect(describeSkips(defaultRule)).toBe('Failed, offline');
  expect(describeSkips({ ...defaultRule, skipsFailed: false })).toBe('Offline');
  expect(describeSkips({ ...defaultRule, skipsFailed: false, skipsOffline: false })).toBe('Nothing');
  expect(describeInRotation(state)).toBe('12,431 of 12,480');
});

test('what keeps a rule from working', () => {
  expect(describeProblem(defaultRule, null)).toBeNull();
  expect(describeProblem(defaultRule, state)).toBeNull();
  expect(describeProblem(defaultRule, { ...state, problem: { kind: 'port-taken', freePort: null } })).toBe(
    'Port 24000 is in use.',
  );
  expect(describeProblem(defaultRule, { ...state, problem: { kind: 'failed', message: 'Why.' } })).toBe('Why.');
  expect(describeProblem(defaultRule, { ...state, ipv6Skipped: 142 })).toBe(
    '142 IPv6 proxies are skipped: this machine has no IPv6.',
  );
  expect(describeProblem(defaultRule, { ...state, inRotation: 0 })).toContain('No proxy is in rotation');
});

test('a failure in words', () => {
  expect(describeReason({ reason: 'wrong-credentials', status: 407 })).toBe('Wrong credentials (407)');
  expect(describeReason({ reason: 'private', status: null })).toBe('Private address');
  expect(describeOut(null)).toBe('Still used');
  expect(describeOut('sync')).toBe('until next sync');
  expect(describeOut(twoOClock)).toBe('until 14:00');
  expect(describeOutcome({ outcome: { kind: 'sent', address: '203.0.113.9:8000' }, fault: 'proxy' })).toBe(
    'Sent through 203.0.113.9:8000',
  );
  const out = { proxy_id: 'a', address: '203.0.113.9:8000', reason: 'refused', failures: 3 } as const;
  expect(describePause({ ...out, untilMs: twoOClock })).toBe('Connection refused, 3 times · next try 14:00');
  expect(describePause({ ...out, failures: 1, untilMs: null })).toBe('Connection refused · until next sync');
});

test('clocks and ages', () => {
  expect(formatClock(twoOClock, true)).toBe('14:00:05');
  expect(formatElapsed(twoOClock, twoOClock + 41_900)).toBe('0:41');
  expect(formatElapsed(twoOClock, twoOClock + 3_723_000)).toBe('1:02:03');
  // A clock that was set back.
  expect(formatElapsed(twoOClock, twoOClock - 1000)).toBe('0:00');
});

test('a request that no proxy could carry was not sent, and one for a private address was refused', () => {
  const lost = { outcome: { kind: 'refused' }, fault: 'proxy' } as const;
  expect([describeOutcome(lost), isLost(lost)]).toEqual(['Not sent', true]);
  const forbidden = { ...lost, fault: 'client' } as const;
  expect([describeOutcome(forbidden), isLost(forbidden)]).toEqual(['Refused', false]);
});
