/** Targets as clients write them, against lines as users write them. */
import { expect, test } from 'vitest';
import { readTarget, readUrl } from '../../../src/main/gateway/target.ts';
import { compileLines, linesOf } from '../../../src/shared/gateway/rule-lines.ts';
import { fuzzRounds, pick } from '../../support/fuzz.ts';
import { createRandom } from '../../support/random.ts';

const lines = compileLines(
  linesOf(`
    *.doubleclick.example, ads*.example.net, *-track-*.example -> block
    pay.example.com:443 -> checkout
    *.example.com -> us-isp, this rule
    img.example.net -> direct
    *.xn--bcher-kva.example -> block
    10.0.0.0/8, 192.168.1.7:8080, 203.0.113.0/24:25 -> block
    2001:db8::/32, [2001:db9::1]:443 -> block
    127.0.0.1 -> direct
    mail.*.example:25 -> block
    *:8443 -> us-isp
  `),
);
/** The number of the line that takes a target; 0: none does; null: the gateway refuses the target itself. */
function lineOf(authority: string): number | null {
  const target = readTarget(authority, 443);
  return target ? lines.find(target.host, target.port) + 1 : null;
}

test.each([
  ['doubleclick.example', 1],
  ['a.doubleclick.example', 1],
  ['a.b.c.doubleclick.example:80', 1],
  ['A.DoubleClick.Example', 1],
  ['doubleclick.example.', 1],
  ['xdoubleclick.example', 0],
  ['doubleclick.example.org', 0],
  ['doubleclick.example.com', 3],
  ['ads.example.net', 1],
  ['ads7.example.net', 1],
  ['ads.cdn.example.net', 1],
  ['bads.example.net', 0],
  ['a-track-b.example', 1],
  ['x.a-track-b.c.example', 1],
  ['track.example', 0],
  ['pay.example.com', 2],
  ['pay.example.com:443', 2],
  ['pay.example.com:80', 3],
  ['pay.example.com.:443', 2],
  ['example.com', 3],
  ['EXAMPLE.com:8080', 3],
  ['www.example.com', 3],
  ['ｗｗｗ．ｅｘａｍｐｌｅ．ｃｏｍ', 3],
  ['www.example。com', 3],
  ['www.ex%61mple.com', 3],
  ['wwwexample.com', 0],
  ['example.com.evil.example', 0],
  ['img.example.net', 4],
  ['img.example.net.:80', 4],
  ['x.img.example.net', 0],
  ['bücher.example', 5],
  ['a.BÜCHER.example', 5],
  ['a.xn--bcher-kva.example', 5],
  ['a.XN--BCHER-KVA.example', 5],
  ['bucher.example', 0],
  ['10.1.2.3', 6],
  ['10.1.2.3.', 6],
  ['10.66051', 6],
  ['0x0a.0.0.1', 6],
  ['012.1', 6],
  ['167772161', 6],
  ['0xa000001', 6],
  ['[::ffff:10.1.2.3]', 6],
  ['[::ffff:a01:203]', 6],
  ['[64:ff9b::a01:203]', 6],
  ['[::a01:203]', 6],
  ['[2002:a01:203::1]', 6],
  ['11.0.0.1', 0],
  ['192.168.1.7:8080', 6],
  ['192.168.1.7:80', 0],
  ['192.168.1.7', 0],
  ['203.0.113.9:25', 6],
  ['203.0.113.9:587', 0],
  ['[2001:db8::1]', 7],
  ['[2001:DB8:0:0:0:0:0:1]:80', 7],
  ['[2001:db9::1]', 7],
  ['[2001:db9::1]:80', 0],
  ['[2001:0db9:0::0001]:443', 7],
  ['127.0.0.1', 8],
  ['127.1', 8],
  ['0x7f.1', 8],
  ['0177.0.0.1', 8],
  ['[::ffff:127.0.0.1]', 8],
  ['127.0.0.2', 0],
  ['mail.a.example:25', 9],
  ['mail.a.b.example:25', 9],
  ['mail.a.example:587', 0],
  ['mail.example:25', 0],
  ['other.example.org:8443', 10],
  ['198.51.100.1:8443', 10],
  ['[2001:dc8::1]:8443', 10],
  ['user@doubleclick.example', null],
  ['doubleclick.example..', null],
  ['doubleclick.example:0', null],
  ['doubleclick.example/x', null],
] as const)('%s is taken by line %s', (authority, line) => {
  expect(lineOf(authority)).toBe(line);
});

test('no spelling of a target gets past a line that blocks it', () => {
  const blocked = compileLines(
    linesOf('*.tracker.example, *.bücher.example, 203.0.113.0/24, 2001:db8:7::/48 -> block\n* -> this rule'),
  );
  const random = createRandom(55);
  const flip = (text: string): string =>
    Array.from(text)
      .map((letter) => (random(2) === 0 ? letter.toUpperCase() : letter))
      .join('');
  const wide = (text: string): string =>
    Array.from(text)
      .map((letter) =>
        random(4) === 0 && /[a-z0-9]/.test(letter) ? String.fromCodePoint(letter.charCodeAt(0) + 0xfee0) : letter,
      )
      .join('');
  const encoded = (text: string): string =>
    Array.from(text)
      .map((letter) => (random(5) === 0 && /[a-z]/.test(letter) ? `%${letter.charCodeAt(0).toString(16)}` : letter))
      .join('');
  const dots = (text: string): string => text.replaceAll('.', () => pick(random, ['.', '.', '。', '．', '｡']));
  const spellName = (name: string): string =>
    [flip, wide, encoded, dots].reduce((text, change) => (random(3) === 0 ? change(text) : text), name) +
    pick(random, ['', '', '.']);
  const spellByte = (byte: number): string =>
    pick(random, [String(byte), `0x${byte.toString(16)}`, `0${byte.toString(8)}`, `0X0${byte.toString(16)}`]);
  const spellIpv4 = (last: number): string => {
    const whole = 203 * 2 ** 24 + 113 * 256 + last;
    const hex = (113 * 256 + last).toString(16);
    return pick(random, [
      [203, 0, 113, last].map(spellByte).join('.'),
      `${spellByte(203)}.${String(113 * 256 + last)}`,
      `${spellByte(203)}.0.${String(113 * 256 + last)}`,
      String(whole),
      `0x${whole.toString(16)}`,
      `[::ffff:203.0.113.${String(last)}]`,
      `[::FFFF:cb00:${hex}]`,
      `[0:0:0:0:0:ffff:cb00:${hex}]`,
      `[64:ff9b::203.0.113.${String(last)}]`,
      `203.0.113.${String(last)}.`,
    ]);
  };
  const spellIpv6 = (): string =>
    pick(random, ['[2001:db8:7::1]', '[2001:0DB8:0007:0:0:0:0:1]', '[2001:db8:7:ffff::]', '[2001:db8:7::192.0.2.1]']);
  const labels = ['', 'a.', 'a.b.', 'x-1.', 'xn--bcher-kva.', 'ü.'];
  let reached = 0;
  for (let round = fuzzRounds(3000); round > 0; round -= 1) {
    const host = pick(random, [
      () => spellName(`${pick(random, labels)}tracker.example`),
      () =>
        spellName(
          `${pick(random, labels)}${pick(random, ['bücher', 'BÜCHER', 'xn--bcher-kva', 'bu\u0308cher'])}.example`,
        ),
      () => spellIpv4(random(256)),
      spellIpv6,
    ])();
    const authority = host + pick(random, ['', ':80', ':443', ':08080', ':65535']);
    const found = [
      readTarget(authority, 443),
      readUrl(`http://${pick(random, ['', 'user:pw@', 'ok.example@', 'a:b@c@'])}${authority}/ok.example`)?.destination,
    ];
    for (const target of found) {
      // One that nobody can read is refused.
      if (target === undefined) continue;
      reached += 1;
      expect([authority, target, blocked.find(target.host, target.port)]).toEqual([authority, target, 0]);
    }
  }
  expect(reached).toBeGreaterThan(1000);
});
