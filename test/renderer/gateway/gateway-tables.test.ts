import { expect, test } from 'vitest';
import { connectionColumns, failureColumns } from '../../../src/renderer/gateway/gateway-tables.ts';
import { plainTable } from '../../../src/shared/csv.ts';

const proxy = { proxy_id: 'p-1', address: '192.0.2.1:8000', country_id: 'US', city_name: null };
const nameOf = (id: number | null): string => (id === 3 ? 'tools' : '');
const atMs = Date.parse('2026-11-22T10:00:00Z');

test('connections are saved with their bytes and when they began', () => {
  const connection = {
    id: 1,
    ruleId: 3,
    client: '127.0.0.1:50000',
    protocol: 'HTTP',
    target: 'example.com:443',
    line: 2,
    proxy,
    startedAtMs: atMs,
    receivedBytes: 1_700_000,
    sentBytes: 9,
  } as const;
  const { headings, rows } = plainTable('Any', connectionColumns(nameOf, atMs), [connection]);
  expect(Object.fromEntries(headings.map((heading, at) => [heading, rows[0]?.[at]]))).toEqual({
    client: '127.0.0.1:50000',
    rule: 'tools',
    protocol: 'HTTP',
    line: 2,
    target: 'example.com:443',
    proxy: '192.0.2.1:8000',
    country_id: 'US',
    city_name: null,
    received_bytes: 1_700_000,
    sent_bytes: 9,
    started_at: '2026-11-22T10:00:00.000Z',
  });
});

test('failures are saved with their times, or with "sync" if a proxy waits for the next one', () => {
  const failure = {
    id: 1,
    atMs,
    ruleId: null,
    target: 'example.com:443',
    reason: 'refused',
    status: null,
    fault: 'proxy',
    proxy,
    outUntil: 'sync',
    outcome: { kind: 'sent', address: '192.0.2.2:8000' },
  } as const;
  const later = { ...failure, proxy: null, outUntil: atMs + 60_000 };
  const { rows } = plainTable('Any', failureColumns(nameOf), [failure, later]);
  expect(rows.map((row) => row.slice(4))).toEqual([
    ['proxy', '192.0.2.1:8000', 'sync', 'Sent through 192.0.2.2:8000'],
    ['proxy', null, '2026-11-22T10:01:00.000Z', 'Sent through 192.0.2.2:8000'],
  ]);
});
