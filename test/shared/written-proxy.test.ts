import { expect, test } from 'vitest';
import { endpointOf, withoutLogins } from '../../src/shared/written-proxy.ts';

test.each([
  '203.0.113.19:8014',
  '203.0.113.19:8014:user:pass',
  '203.0.113.19:8014:user:p:a@s s'.replace(' ', ''),
  'user:pass@203.0.113.19:8014',
  'user:p@ss@203.0.113.19:8014',
  '203.0.113.19:8014@user:pass',
  'user:pass:203.0.113.19:8014',
  'http://203.0.113.19:8014',
  'http://user:x@203.0.113.19:8014',
  'socks5h://user:x@203.0.113.19:8014/',
])('%s is the proxy at 203.0.113.19:8014', (text) => {
  expect(endpointOf(text)).toBe('203.0.113.19:8014');
});

test('IPv6 addresses stand in brackets, and a URL may lack the port', () => {
  expect(endpointOf('http://user:x@[2001:db8::7]:8014')).toBe('[2001:db8::7]:8014');
  expect(endpointOf('[2001:db8::7]:8014:user:x')).toBe('[2001:db8::7]:8014');
  expect(endpointOf('http://[2001:db8::7]/')).toBe('2001:db8::7');
  expect(endpointOf('http://203.0.113.19')).toBe('203.0.113.19');
});

test.each([
  'gate.example.com:8014:user:pass',
  'user:pass@gate.example.com:8014',
  'gate.example.com:8014@user:pass',
  'user:pass:gate.example.com:8014',
  'http://user:x@gate.example.com:8014/',
])('%s is the proxy at gate.example.com:8014', (text) => {
  expect(endpointOf(text)).toBe('gate.example.com:8014');
});

test.each([
  'gate.example.com:8014',
  'http://gate.example.com:8014',
  'country:US',
  'port:8000..8100',
  '203.0.113.19',
  '2001:db8::7',
  'ip:203.0.113.19',
  'updated:2026-10-01T08:00',
  '999.0.113.19:8014',
  '203.0.113.19:70000',
  'https://example.com/',
])('%s is not a written proxy', (text) => {
  expect(endpointOf(text)).toBeNull();
});

test('of a text with proxies nothing is left of their logins', () => {
  expect(withoutLogins('country:US 203.0.113.19:8014:user:pass\n203.0.113.20:8014:user:pass')).toBe(
    'country:US 203.0.113.19:8014\n203.0.113.20:8014',
  );
});
