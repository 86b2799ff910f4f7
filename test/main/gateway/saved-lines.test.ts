/** Rules with lines as they are saved, and what is said about where they send a target. */
import { describe, expect, test } from 'vitest';
import { explainTarget } from '../../../src/main/gateway/explain-target.ts';
import { listRules, putRule, removeRule } from '../../../src/main/gateway/rules.ts';
import type { Store } from '../../../src/main/store/index.ts';
import { defaultRule, type RuleChoices } from '../../../src/shared/gateway/gateway.ts';
import { makeProxy, makeStore } from '../store/support.ts';

const put = (store: Store, choices: Partial<RuleChoices>, id?: number) =>
  putRule(store, { ...defaultRule, ...choices }, id);

describe('a rule with lines', () => {
  test('is saved with its lines in their only spelling', () => {
    const store = makeStore();
    put(store, { name: 'us-isp', port: 24_001 });
    put(store, { name: 'scraper', lines: '*.Example.COM->us-isp,this rule;*->BLOCK' });
    expect(listRules(store)).toMatchObject([
      { name: 'us-isp', lines: '' },
      { name: 'scraper', lines: '*.example.com -> us-isp, this rule\n* -> block' },
    ]);
  });

  test.each([
    ['10.* -> block', 'Line 1: "10.*" is only a part of an address.'],
    ['* -> nobody', 'A line names the rule "nobody", which does not exist.'],
  ])('is not saved with %j, and the sentence says why', (lines, sentence) => {
    const store = makeStore();
    expect(() => put(store, { lines })).toThrow(sentence);
    expect(listRules(store)).toEqual([]);
  });

  test.each(['direct', 'Block'])('cannot get the name %j, which means something else in lines', (name) => {
    const store = makeStore();
    expect(() => put(store, { name })).toThrow(`In lines, "${name}" is not the name of a rule. Choose another name.`);
    const { id, ...choices } = put(store, { name: 'one' });
    expect(() => putRule(store, { ...choices, name }, id)).toThrow('Choose another name.');
    // A rule that has it already can still be changed.
    store.saved.put({ kind: 'gateway-rule', id, name, content: { ...choices } });
    expect(putRule(store, { ...choices, name, port: 24_005 }, id)).toMatchObject({ name, port: 24_005 });
  });

  test('goes direct only if agents do not share it, whichever is chosen first', () => {
    const store = makeStore();
    const direct = put(store, { name: 'direct-one', lines: 'a.example -> direct' });
    const shared = put(store, { name: 'shared-one', isShared: true });
    const sentence = 'A rule that is shared with agents cannot have a line that goes direct';
    const { id, ...choices } = direct;
    expect(() => putRule(store, { ...choices, isShared: true }, id)).toThrow(sentence);
    const { id: sharedId, ...sharedChoices } = shared;
    expect(() => putRule(store, { ...sharedChoices, lines: 'a.example -> direct' }, sharedId)).toThrow(sentence);
    expect(listRules(store)).toMatchObject([{ isShared: false }, { lines: '' }]);
  });

  test('keeps the rules that it names from being removed or renamed', () => {
    const store = makeStore();
    const { id, ...isp } = put(store, { name: 'us-isp', port: 24_001 });
    const user = put(store, { name: 'scraper', lines: '* -> US-ISP' });
    const sentence = 'Lines of "scraper" send targets to "us-isp". Change them first. Nothing was changed.';
    expect(() => {
      removeRule(store, id);
    }).toThrow(sentence);
    expect(() => putRule(store, { ...isp, name: 'us' }, id)).toThrow(sentence);
    putRule(store, { ...isp, port: 24_002 }, id);
    removeRule(store, user.id);
    putRule(store, { ...isp, name: 'us' }, id);
    removeRule(store, id);
    expect(listRules(store)).toEqual([]);
  });
});

describe('the line that takes a URL', () => {
  const openStore = () => {
    const store = makeStore();
    const at = (last: number) => ({ proxy_ip_address: `203.0.113.${String(last)}`, proxy_http_port: 8000 + last });
    store.syncs.writePage('proxies', [
      makeProxy(1, { ...at(1), country_id: 'US', city_name: 'Dallas', proxy_is_online: true }),
      makeProxy(2, { ...at(2), country_id: 'DE', proxy_is_online: true }),
    ]);
    put(store, { name: 'us-isp', port: 24_001, where: 'country:US' });
    put(store, { name: 'spare', port: 24_002, isOn: false });
    const { id } = put(store, {
      name: 'scraper',
      lines: '*.ads.example -> block\n*.example.com -> us-isp, spare, this rule\nimg.example.net:80 -> direct',
    });
    return (target: string) => explainTarget(store, { ruleId: id, target });
  };

  test('is named with its rules, in order, and with proxies that they could choose', () => {
    const explain = openStore();
    const expected = {
      rule: 'scraper',
      host: 'shop.example.com',
      port: 443,
      line: 2,
      text: '*.example.com -> us-isp, spare, this rule',
      refusal: null,
      isDirect: false,
      rules: [
        { rule: 'us-isp', isOn: true, proxyCount: 1, proxies: [{ address: '203.0.113.1:8001', city_name: 'Dallas' }] },
        { rule: 'spare', isOn: false },
        { rule: 'scraper', proxyCount: 2, proxies: [{}, {}] },
      ],
    };
    for (const target of [
      'https://shop.example.com/cart',
      'shop.example.com',
      ' user:pw@SHOP.example.com./x ',
      'https://u@shop.example.com',
    ]) {
      const { host, ...rest } = explain(target);
      expect([target, { ...rest, host: host.replace(/\.$/, '') }]).toMatchObject([target, expected]);
    }
  });

  test.each([
    ['http://img.example.net/a.png', { line: 3, isDirect: true, port: 80, rules: [] }],
    [
      'https://img.example.net/a.png',
      { line: null, isDirect: false, refusal: 'No line of the rule takes this target' },
    ],
    ['x.ads.example', { line: 1, refusal: 'Blocked by a line of the rule', rules: [] }],
    ['http://localhost:24001/', { refusal: 'Address of the gateway' }],
    ['10.1.2.3', { refusal: 'Private address' }],
  ])('%s', (target, expected) => {
    expect(openStore()(target)).toMatchObject(expected);
  });

  test('a text that is no target is refused with an example', () => {
    for (const text of ['a b', 'https://[::1/', 'https://']) {
      expect(() => openStore()(text), text).toThrow('This is not a URL or a host.');
    }
  });
});
