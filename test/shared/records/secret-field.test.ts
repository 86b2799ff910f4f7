import { expect, test } from 'vitest';
import { adjustmentFields, serviceFields } from '../../../src/shared/records/service.ts';
import { customerFields } from '../../../src/shared/records/customer.ts';
import type { FieldTable } from '../../../src/shared/records/field.ts';
import type { JsonValue } from '../../../src/shared/json.ts';
import { proxyFields } from '../../../src/shared/records/proxy.ts';
import { proxyUserFields } from '../../../src/shared/records/proxy-user.ts';
import { exportFormats } from '../../../src/main/exports/formats/index.ts';
import { easyRow, writeDocument } from '../../support/export-rows.ts';
import { leaveOutSecrets, looksSecret } from '../../../src/shared/records/secret-field.ts';
import { checkoutProductFields } from '../../../src/shared/records/catalog.ts';
import { referenceFields } from '../../../src/shared/records/reference.ts';
import * as usage from '../../../src/shared/records/usage.ts';

const secretNames = [
  'password passwd pass secret token credential private_key proxy_string pwd api_key apikey apiKey key auth',
  'authorization auth_header bearer cookie session_id access_key signing_key otp totp_seed user_pin dsn login',
  'connection_string X-Auth-Token sessionCookie',
]
  .join(' ')
  .split(' ');

test.each(secretNames)('a field named %s is secret', (name) => {
  expect(looksSecret(name, 'value')).toBe(true);
  expect(looksSecret('other', [{ inner: { [name]: 1 } }])).toBe(true);
  expect(leaveOutSecrets({ [name]: 'value', other: [{ [name]: 1, left: 2 }] })).toEqual({ other: [{ left: 2 }] });
});

test.each<JsonValue>([
  'http://user:secret@203.0.113.1:8080',
  'https://hooks.example/services, see https://token@hooks.example',
  'socks5://user:p%40ss@[2001:db8::1]:1080',
  'user:secret@203.0.113.1:8080',
  '203.0.113.1:8080:user:secret',
  'gate.example.com:7000:user-country-us:secret',
  '[2001:db8::1]:8080:user:secret',
  ['203.0.113.1:8080:user:secret'],
  'Bearer abcdefgh',
  'Basic dXNlcjpwYXNz',
])('a text such as %j is secret whatever its field is called', (value) => {
  expect(looksSecret('extra', value)).toBe(true);
  expect(JSON.stringify(leaveOutSecrets({ extra: value }))).not.toMatch(/secret|token@|dXN|abc/);
});

const password = 'Gx7kPw2q';
const linesOfFormats = exportFormats.flatMap((format) =>
  ['203.0.113.10', 'gate.example.com', '2001:db8::1'].flatMap((host) => {
    const row = { ...easyRow, password, host };
    if (format.name === 'template' || format.refuse(row) !== undefined) return [];
    const text = writeDocument(format, [row, { ...row, index: 2 }]);
    return [text, format.encode(row), ...text.split('\n')]
      .filter((line) => line.includes(password))
      .map((line) => [format.name, line] as const);
  }),
);

test.each(linesOfFormats)('a line of the format %s is secret: %j', (_name, line) => {
  expect(looksSecret('extra', line)).toBe(true);
});

test.each([
  'Authorization: Basic dXNlcjpwYXNz',
  'Proxy-Authorization: Bearer abcdefgh',
  'curl -U user:pass http://example.com',
  'curl --proxy-user=user:pass http://example.com',
  'user:pass@gate.example.com',
  'name-without-dot:8000:user:pass',
  '203.0.113.1\t8080\tuser\tpass',
  '203.0.113.1;8080;user;pass',
  'user:pass:[2001:db8::1]:8080',
  '203.0.113.1:8080@user:pass',
  'PROXY_PASSWORD=abc',
  "const proxyPassword: 'x'",
])('a text such as %j, which people paste, is secret', (text) => {
  expect(looksSecret('extra', text)).toBe(true);
});

test.each<JsonValue>([
  'Basics of 8080',
  'ISP residential, 20 IPs',
  '203.0.113.1:8080,203.0.113.2:8080,203.0.113.3:8080',
  'http 203.0.113.1 8080',
  'password rotation is monthly',
  '2026-11-27T08:00:00Z: changed',
  'ratio 1:20:30:40',
  'US,New York,10001,AS1234',
  'fe80::1:2:3',
  '2026-10-01 08:00:00',
  '00:11:22:33:44:55',
  '2001:db8:1:2:3:4:5:6',
  '203.0.113.1:8080',
  'https://example.com/a:b@c',
  'someone@example.com',
  'mailto:someone@example.com',
  42,
  null,
])('%j is not secret', (value) => {
  expect(looksSecret('extra', value)).toBe(false);
  expect(looksSecret('monkey_count', 1)).toBe(false);
  expect(looksSecret('design', 'x')).toBe(false);
});

test('no field of the specification is taken for a secret but those that are', () => {
  const tables = {
    ...customerFields,
    ...adjustmentFields,
    ...usage.residentialLedgerFields,
    ...usage.mobileLedgerFields,
    ...usage.residentialSummaryFields,
    ...usage.mobileSummaryFields,
    ...checkoutProductFields,
    ...referenceFields.city,
    ...referenceFields.asn,
    ...referenceFields.country,
    ...referenceFields.subdivision,
  };
  for (const [name, { kind }] of Object.entries(tables)) {
    expect(looksSecret(name, 'x'), `${name}: ${kind}`).toBe(false);
  }
  for (const table of [proxyFields, proxyUserFields, serviceFields]) {
    const record = Object.fromEntries(Object.keys(table).map((name) => [name, 'a.b:80:user:c']));
    const open = Object.keys(table).filter((name) => (table as FieldTable)[name]?.kind !== 'secret');
    expect(Object.keys(leaveOutSecrets(record))).toEqual(open);
  }
});

test('values nested 100,000 deep and long texts are looked through', () => {
  const nested = JSON.parse(`${'{"a":['.repeat(50_000)}"x"${']}'.repeat(50_000)}`) as Record<string, JsonValue>;
  expect(looksSecret('a', nested)).toBe(false);
  expect(leaveOutSecrets(nested)).toHaveProperty('a');
  const hard = [
    'a.',
    ':a',
    '://a',
    'a:',
    '1.1:80:',
    '@:',
    '[::',
    '-u ',
    'pwd=',
    '<password',
    '1.1,80,',
    'http 1.1 80 ',
    ':a:b',
    'g-',
  ];
  for (const text of hard) expect(looksSecret('long', text.repeat(200_000))).toBeDefined();
  const record = JSON.parse('{"__proto__":{"x":1}}') as Record<string, JsonValue>;
  expect(JSON.stringify(leaveOutSecrets(record))).toBe('{"__proto__":{"x":1}}');
});
