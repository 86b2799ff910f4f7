import { expect, test } from 'vitest';
import {
  makeSellerReport,
  tabulateReport,
  titleOfReport,
  writeReport,
  type ReportedResult,
  type ReportedRun,
} from '../../../src/shared/test-runs/seller-report.ts';

const run: ReportedRun = { id: 17, name: 'Evening', source: 'here', startedAt: '2026-11-27T19:00:00.000Z' };
const earlier: ReportedRun = { ...run, id: 12, name: '', startedAt: '2026-11-20T19:00:00.000Z' };

const page = 'https://example.com/cart?user=1';
const control = 'https://www.example.org/';

const result = (last: number, more: Partial<ReportedResult> = {}): ReportedResult => ({
  host: `203.0.${String(last < 10 ? 113 : 114)}.${String(last)}`,
  port: 8000,
  url: page,
  works: true,
  reason: null,
  fault: null,
  status: 200,
  receivedAtMs: Date.UTC(2026, 10, 27, 19, 0, last),
  exitAddress: null,
  network: last < 10 ? 'Hudson Fiber' : 'Tidewater',
  service: 'ISP New York',
  ...more,
});
const blocked = { works: false, reason: 'blocked', fault: 'target', status: 403 } as const;

test('a proxy that is blocked where another one got the page is listed with its evidence', () => {
  const results = [
    result(1, blocked),
    result(1, { url: control }),
    result(1, { url: 'https://address.test/', works: null, exitAddress: '198.51.100.7' }),
    result(2, blocked),
    result(3),
    result(11, { works: false, reason: 'reset', fault: 'target', status: null }),
    result(12),
  ];
  const report = makeSellerReport({ source: run, results }, null);
  expect(titleOfReport(report)).toBe('Blocked at example.com');
  const [target] = report.targets;
  expect(target).toMatchObject({ target: 'example.com', tested: 5, worked: 2, unjudged: 0, before: null });
  expect(target?.networks).toEqual([
    { name: 'Hudson Fiber', failed: 2, tested: 3 },
    { name: 'Tidewater', failed: 1, tested: 2 },
  ]);
  expect(target?.subnets).toEqual([
    { name: '203.0.113.0/24', failed: 2, tested: 3 },
    { name: '203.0.114.0/24', failed: 1, tested: 2 },
  ]);
  expect(target?.services).toEqual([{ name: 'ISP New York', failed: 3, tested: 5 }]);
  expect(target?.blamed[0]).toEqual({
    address: '203.0.113.1:8000',
    at: '2026-11-27 19:00:01',
    answer: 'Blocked by the target (403)',
    failures: 1,
    exit: '198.51.100.7',
    reached: ['www.example.org'],
    before: '',
    network: 'Hudson Fiber',
    subnet: '203.0.113.0/24',
    service: 'ISP New York',
  });
  const text = writeReport(report);
  expect(text).toContain('3 of 5 proxies did not get the page; 2 did in the same run.');
  expect(text).toContain('Of those that did not, 1 reached www.example.org.');
  expect(text).toContain('  2 of 3  Hudson Fiber');
  expect(text).toContain(
    '  203.0.113.1:8000  2026-11-27 19:00:01  Blocked by the target (403)  exit 198.51.100.7  reached www.example.org\n',
  );
  // Of the address there is only its host.
  expect(text).not.toContain('cart');
  expect(tabulateReport(report).rows.map(([host, proxy, , answer]) => [host, proxy, answer])).toEqual([
    ['example.com', '203.0.113.1:8000', 'Blocked by the target (403)'],
    ['example.com', '203.0.113.2:8000', 'Blocked by the target (403)'],
    ['example.com', '203.0.114.11:8000', 'Connection reset'],
  ]);
});

test('no proxy is blamed for a page that none of them got', () => {
  const report = makeSellerReport({ source: run, results: [result(1, blocked), result(2, blocked)] }, null);
  expect(report.targets).toMatchObject([{ tested: 2, worked: 0, blamed: [], networks: [] }]);
  expect(titleOfReport(report)).toBe('Nothing is blocked');
  expect(writeReport(report)).toContain('No proxy got the page, so no proxy is to blame.');
  expect(tabulateReport(report).rows).toEqual([]);
});

test.each([
  ['refuses the credentials', { reason: 'wrong-credentials', fault: 'proxy', status: 407 }],
  ['does not allow this address', { reason: 'not-allowed', fault: 'proxy', status: 403 }],
  ['was tested while this machine was offline', { reason: 'offline', fault: 'machine', status: null }],
] as const)('a proxy that %s is not blamed', (_what, failure) => {
  const results = [result(1, { works: false, ...failure }), result(2), result(3, blocked)];
  const report = makeSellerReport({ source: run, results }, null);
  expect(report.targets[0]?.blamed.map(({ address }) => address)).toEqual(['203.0.113.3:8000']);
  expect(report.targets[0]).toMatchObject({ tested: 3, unjudged: 1 });
  expect(writeReport(report)).toContain('1 could not be judged');
});

test('a proxy that got the page once is not blamed', () => {
  const report = makeSellerReport({ source: run, results: [result(1, blocked), result(1), result(1, blocked)] }, null);
  expect(report.targets).toMatchObject([{ tested: 1, worked: 1, blamed: [] }]);
});

test('the run before says what is new and what works again', () => {
  const now = [result(1, blocked), result(2, blocked), result(3), result(4), result(5, blocked)];
  const then = [result(1, blocked), result(2), result(3, blocked), result(4), result(9, blocked)];
  const report = makeSellerReport({ source: run, results: now }, { source: earlier, results: then });
  const [target] = report.targets;
  expect(target?.blamed.map(({ address, before }) => [address, before])).toEqual([
    ['203.0.113.1:8000', 'failed'],
    ['203.0.113.2:8000', 'worked'],
    ['203.0.113.5:8000', ''],
  ]);
  expect(target?.before).toMatchObject({ failed: 3, tested: 5, stillFailing: 1, worksAgain: 1 });
  expect(writeReport(report)).toContain(
    'Run 12 of 2026-11-20 19:00:00: 3 of 5 did not get it. 1 of them still do not, and 1 do again.',
  );
});

test('proxies that failed before are still counted when no proxy gets the page any more', () => {
  const [now, then] = [
    [result(1, blocked), result(2, blocked)],
    [result(1, blocked), result(2)],
  ];
  const text = writeReport(makeSellerReport({ source: run, results: now }, { source: earlier, results: then }));
  expect(text).toContain('1 of 2 did not get it. 1 of them still do not, and 0 do again.');
});

test('the host with most blocked proxies comes first', () => {
  const at = (url: string) => ({ ...blocked, url });
  const results = [
    ...[result(1, at(control)), result(2, { url: control })],
    ...[result(1, blocked), result(2, blocked), result(3)],
  ];
  const report = makeSellerReport({ source: run, results }, null);
  expect(report.targets.map(({ target }) => target)).toEqual(['example.com', 'www.example.org']);
  expect(titleOfReport(report)).toBe('Blocked at example.com and 1 other host');
});

test('a page has the first hundred proxies, and the table all of them', () => {
  const many = Array.from({ length: 150 }, (_, at) => result(at + 20, blocked));
  const report = makeSellerReport({ source: run, results: [...many, result(1)] }, null);
  expect(writeReport(report)).toContain('  and 50 more, which the CSV file has');
  expect(tabulateReport(report).rows).toHaveLength(150);
});

test('texts of others cannot add lines', () => {
  const results = [
    result(1, { ...blocked, reason: 'odd\n\u001b[31mcode', fault: null, network: 'Net\r\nFake' }),
    result(1, { ...blocked, host: 'a\nFake', exitAddress: 'b\nFake' }),
    result(2),
  ];
  const text = writeReport(makeSellerReport({ source: { ...run, name: 'a\nb' }, results }, null));
  expect(text).not.toMatch(/\r|\u001b|^Fake|^b\)/m);
});
