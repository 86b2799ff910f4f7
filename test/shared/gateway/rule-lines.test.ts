import { describe, expect, test } from 'vitest';
import { commonBlocks } from '../../../src/shared/gateway/common-blocks.ts';
import {
  addLine,
  compileLines,
  findUnreached,
  linesOf,
  longestLines,
  moveLine,
  readLine,
  readLines,
  rulesOfLines,
  writeLines,
} from '../../../src/shared/gateway/rule-lines.ts';

describe('the text of lines', () => {
  test.each([
    ['*.example.com -> us-isp, this rule', '*.example.com -> us-isp, this rule'],
    ['  *.Example.COM.,CDN.example.com:8443→direct ', '*.example.com, cdn.example.com:8443 -> direct'],
    ['shop.example.com on 403,429 -> this rule', 'shop.example.com on 403, 429 -> this rule'],
    ['bücher.example -> block', 'xn--bcher-kva.example -> block'],
    ['*.bücher.example -> block', '*.xn--bcher-kva.example -> block'],
    ['10.1.2.3/8, 0x7f.1, 203.0.113.7:25 -> block', '10.0.0.0/8, 127.0.0.1, 203.0.113.7:25 -> block'],
    ['::ffff:1.2.3.4, [::ffff:102:300/120]:80 -> block', '1.2.3.4, 1.2.3.0/24:80 -> block'],
    [
      '2001:DB8:0::1, [2001:db8::1]:443, 2001:db8::5/32 -> block',
      '2001:db8::1, [2001:db8::1]:443, 2001:db8::/32 -> block',
    ],
    ['*, *:25 -> BLOCK', '*, *:25 -> block'],
    ['a.example, a.example -> this  rule, This Rule', 'a.example -> this rule'],
    ['a.example -> direct; * -> this rule', 'a.example -> direct\n* -> this rule'],
    ['\n* -> x\r\n\n', '* -> x'],
  ])('%j is written as %j, which reads the same', (text, written) => {
    const lines = readLines(text);
    if ('problem' in lines) throw new Error(lines.problem);
    expect(writeLines(lines)).toBe(written);
    expect(readLines(written)).toEqual(lines);
  });

  test.each([
    ['example.com', 'Write targets, "->"'],
    ['-> block', 'needs a target'],
    ['a.example ->', 'Write where the targets go'],
    ['a.example -> direct, us-isp', '"direct" stands alone'],
    ['a.example -> this rule, block', '"block" stands alone'],
    ['https://a.example/ -> block', 'is a URL'],
    ['user@a.example -> block', 'Write the host alone'],
    ['a b.example -> block', 'Write the host alone'],
    ['.example.com -> block', 'is not a host'],
    ['a..example -> block', 'is not a host'],
    ['10.* -> block', 'Write a range such as 10.0.0.0/8'],
    ['a.example:0 -> block', 'no valid port'],
    ['a.example:65536 -> block', 'no valid port'],
    ['10.0.0.0/33 -> block', 'Write the host alone'],
    ['2001:db8::/129 -> block', 'is not an address'],
    ['bü*cher.example -> block', 'letters that are not ASCII'],
    ['a.example on -> this rule', 'Write statuses after'],
    ['a.example on 200 -> this rule', 'A status is a number from 300 to 599'],
    ['a.example on 403 -> direct', 'not by "direct"'],
    ['* -> a -> b', 'Write targets'],
  ])('%j is refused with a sentence', (text, sentence) => {
    expect(readLine(text)).toMatchObject({ problem: expect.stringContaining(sentence) as unknown });
  });

  test('lines that would be too long as they are saved are refused, because they could not be read again', () => {
    const targets = Array.from({ length: 18_000 }, (_, at) => `ä${String(at)}.b`);
    const text = `${targets.join(',')}->block`;
    expect(text.length).toBeLessThan(longestLines);
    expect(readLines(text)).toEqual({ problem: `Lines have ${String(longestLines)} characters at most.` });
  });

  test('a line of the greatest length is read in time that grows with its length', () => {
    expect(readLine(`a.example on${' '.repeat(longestLines)}x -> block`)).toMatchObject({
      problem: expect.stringContaining('Write the host alone') as unknown,
    });
  });

  test('a problem says in which line it is', () => {
    expect(readLines('* -> this rule\n\nfoo')).toMatchObject({
      problem: expect.stringMatching(/^Line 2: /) as unknown,
    });
  });

  test('text that this version cannot read refuses everything', () => {
    expect(compileLines(linesOf('nonsense')).find('example.com', 443)).toBe(0);
    expect(linesOf('nonsense')).toMatchObject([{ way: 'block' }]);
  });

  test('the other rules that lines name', () => {
    expect(rulesOfLines(linesOf('a.example -> us, this rule\n* -> de, us\nb.example -> block'))).toEqual(['us', 'de']);
  });
});

describe('a line that can never match', () => {
  test.each([
    ['*.example.com -> x\ncdn.example.com -> block', [null, 0]],
    ['*.example.com -> x\nexample.com -> block', [null, 0]],
    ['*.example.com -> x\n*.cdn.example.com -> block', [null, 0]],
    ['*.cdn.example.com -> x\n*.example.com -> block', [null, null]],
    ['*.example.com:443 -> x\ncdn.example.com -> block', [null, null]],
    ['*.example.com -> x\ncdn.example.com:443 -> block', [null, 0]],
    ['* -> x\n10.0.0.0/8 -> block\n2001:db8::/32 -> block\na.example -> block', [null, 0, 0, 0]],
    ['10.0.0.0/8 -> x\n10.1.0.0/16 -> block\n10.2.3.4 -> block\n11.0.0.0/8 -> block', [null, 0, 0, null]],
    [
      '10.0.0.0/9 -> x\n10.127.0.0/25:80 -> block\n10.128.0.0/9 -> block\n0.0.0.0/0 -> y\n1.2.3.4 -> z',
      [null, 0, null, null, 3],
    ],
    ['2001:db8::/32 -> x\n2001:db8:1::/48 -> block', [null, 0]],
    ['2001:db8::/33 -> x\n2001:db8:8000::/33 -> block\n[2001:db8:7fff::1]:80 -> y', [null, null, 0]],
    ['1.2.3.4:80 -> x\n1.2.3.4:80 -> y\n1.2.3.4 -> z\n*:80 -> y\na.example:80 -> z', [null, 0, null, null, 3]],
    ['a.example -> x\nb.example -> y\na.example, b.example -> block', [null, null, 0]],
    ['b.example -> x\na.example, b.example -> block', [null, null]],
    ['*ads* -> x\n*.ads.example -> block\n*-ads-*.example -> block', [null, 0, 0]],
    ['*.example -> x\n1.2.3.4 -> block', [null, null]],
    ['a*z.example -> x\nab*yz.example -> block\nab*.example -> block', [null, 0, null]],
    ['*.com -> x\n* -> y\n*.com:80 -> z', [null, null, 0]],
    ['*.com -> x\n*e.com -> y\na.e.com -> z', [null, 0, 0]],
    ['*e.com -> x\n*.com -> y\nae.com -> z\n*.ae.com -> z', [null, null, 0, 0]],
    ['a.*.com -> x\na.b.com -> y\na.b.c.com -> y\nb.a.com -> z', [null, 0, 0, null]],
  ])('%j', (text, expected) => {
    expect(findUnreached(linesOf(text))).toEqual(expected);
  });
});

test.each([
  ['hosts', (at: number) => `*.h${String(at)}.example.com`, ['a.h8999.example.com', 'a.h20.example.com']],
  ['addresses', (at: number) => `2001:db8::${at.toString(16)}`, ['[2001:db8::2327]:80', '[2001:db8::14]:80']],
  ['ports', (at: number) => `a.example:${String(at + 1)}`, ['a.example:9000', 'a.example:21']],
])('lines that can never match are found among thousands of %s', (_, targetOf, targets) => {
  const lines = Array.from({ length: 900 }, (__, line) => ({
    targets: Array.from({ length: 10 }, (___, at) => targetOf(line * 10 + at)),
    statuses: [],
    way: 'block' as const,
  }));
  const last = { targets, statuses: [], way: 'block' as const };
  expect(findUnreached([...lines, last])).toEqual([...lines.map(() => null), 2]);
});

describe('a line is added', () => {
  test.each([
    ['', 'a.example -> block', 'a.example -> block\n* -> this rule'],
    ['', '* -> us', '* -> us'],
    ['a.example -> us\n* -> this rule', 'b.example -> block', 'a.example -> us\nb.example -> block\n* -> this rule'],
    ['a.example -> us', 'b.example -> block', 'a.example -> us\nb.example -> block'],
    ['* -> us\n* -> de', 'b.example -> block', 'b.example -> block\n* -> us\n* -> de'],
  ])('to %j: %j', (before, line, after) => {
    expect(writeLines(addLine(linesOf(before), linesOf(line)[0] ?? { targets: [], statuses: [], way: 'block' }))).toBe(
      after,
    );
  });

  test('and moved', () => {
    const lines = linesOf('a -> x\nb -> x\nc -> x');
    expect(writeLines(moveLine(lines, 2, 0))).toBe('c -> x\na -> x\nb -> x');
    expect(writeLines(moveLine(lines, 0, 2))).toBe('b -> x\nc -> x\na -> x');
  });
});

test('the list to start with has lines that can be read, in their only spelling and once', () => {
  const hosts = commonBlocks.flatMap((block) => block.hosts);
  expect(readLine(`${hosts.join(', ')} -> block`)).toEqual({ targets: hosts, statuses: [], way: 'block' });
  const blocks = commonBlocks.map((block) => ({ targets: block.hosts, statuses: [], way: 'block' as const }));
  expect(findUnreached(blocks)).toEqual([null, null, null]);
});
