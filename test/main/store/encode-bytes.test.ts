import { expect, test } from 'vitest';
import { cutRows } from '../../../src/main/api/cut-rows.ts';
import { readPage } from '../../../src/main/api/pages.ts';
import type { Store } from '../../../src/main/store/contract.ts';
import { isJsonObject, parseJson, stringifyJson } from '../../../src/shared/json.ts';
import type { ReceivedRows } from '../../../src/shared/received-record.ts';
import { makeProxy, makeStore, query } from './support.ts';

/** A page as a service sends it, and how often one of its rows had to be parsed. */
function pageOf(rowTexts: readonly string[]): { rows: ReceivedRows; countParsed: () => number } {
  const count = String(rowTexts.length);
  const body = Buffer.from(
    `{"data":[${rowTexts.join(',')}],"page":1,"item_count":${count},"total_count":${count}}`,
  );
  const { rows } = readPage({ body, rows: cutRows(body) ?? null }, 1, 'proxy_id');
  if (!rows.bytes) throw new Error('The page was not cut.');
  let parsed = 0;
  return {
    rows: {
      ...rows,
      read(row) {
        parsed += 1;
        return rows.read(row);
      },
    },
    countParsed: () => parsed,
  };
}

function keep(store: Store, rows: ReceivedRows): string[] {
  const walk = store.syncs.startPass('proxies');
  walk.write(rows);
  walk.close();
  const all = { where: query(''), sort: [], offset: 0, limit: 10_000 };
  return [...store.proxies.records(all, { secrets: true })].map((record) => stringifyJson(record));
}

const textOf = (number: number, changes = {}): string =>
  stringifyJson(makeProxy(number, changes).fields);
/** What is kept of a row that is parsed: what it means, however it was written. */
const asParsed = (text: string): string => stringifyJson(parseJson(text));

test('rows that hold nothing unusual are not parsed, and come back as they were received', () => {
  const texts = Array.from({ length: 1200 }, (_, number) =>
    textOf(number, {
      proxy_ip_address_v6: number % 3 === 0 ? null : `2001:db8::${(number + 1).toString(16)}`,
      ip_address_id_v4: number % 2 === 0 ? null : `ip4-${String(number)}`,
      proxy_is_online: number % 4 !== 0,
      city_name: number % 5 === 0 ? 'São Paulo' : 'New "York"',
      default_proxy_user_password: `p:a@ss/w%41+ &"'$\\#?é ${String(number % 3)}`,
      city_latitude: -23.5 + (number % 7),
      asn_id: number % 11,
      proxy_user_ids: number % 6 === 0 ? [] : ['alice', 'böb', '"'],
    }),
  );
  const { rows, countParsed } = pageOf(texts);
  expect(keep(makeStore(), rows)).toEqual(texts);
  // One, to learn the names of the fields.
  expect(countParsed()).toBe(1);
});

/** Values as JSON text, right and wrong ones. */
const oddValues = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '007',
  '1.5',
  '1e3',
  '99999999999999999999',
  '9007199254740993',
  '1e400',
  '""',
  '"text"',
  '"\\u0041"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"é"',
  '"a\\"b"',
  '"}"',
  '"},{"',
  '[]',
  '[1,"}"]',
  '{"a":{"b":"]"}}',
  '{"__proto__":1}',
  '"203.0.113.7"',
  '"203.0.113.007"',
  '"2001:DB8::0001"',
  '"1b4e28ba-2fa1-41d2-883f-0016d3cca427"',
  '"1B4E28BA-2FA1-41D2-883F-0016D3CCA427"',
  ' 1',
  '1 ',
];

test.each(Object.keys(makeProxy(1).fields).slice(1))(
  'odd values of %s are kept as if every row had been parsed',
  (field) => {
    const plain = Array.from({ length: 20 }, (_, number) => textOf(number));
    const odd = oddValues.map((value, number) => {
      const text = textOf(100 + number, { [field]: 'HERE' });
      return text.replace('"HERE"', () => value);
    });
    const right = odd.filter((text) => isJson(text));
    expect(right.length).toBeGreaterThan(oddValues.length - 4);
    const texts = [
      ...plain,
      ...right,
      ...right.map((text) => text.replace(/000000000064/, '0000000fffff')),
    ];
    const { rows } = pageOf([...new Set(texts)]);
    expect(keep(makeStore(), rows)).toEqual([...new Set(texts)].map(asParsed));
  },
);

test('rows that are no JSON are not taken for rows because they look like the one before', () => {
  const broken = ['007', 'nul', 'tru', '"a\tb"', '"\u0001"', '1 2', '[1', '', '"a" "b"', '"\\x"'];
  for (const field of ['proxy_http_port', 'city_name', 'proxy_ip_address', 'asn_id', 'proxy_id']) {
    for (const value of broken) {
      const text = textOf(50, { [field]: 'HERE' }).replace('"HERE"', () => value);
      const texts = [textOf(1), textOf(2), text, textOf(3)];
      const store = makeStore();
      const walk = store.syncs.startPass('proxies');
      const write = (): void => {
        walk.write(pageOf(texts).rows);
      };
      expect(write, `${field} ${value}`).toThrow(/not one of the proxy service/);
      walk.close();
      expect(store.syncs.countRows('proxies')).toBe(0);
    }
  }
});

test('values that begin like those of the row before, or end its nulls, are kept whole', () => {
  const texts = [
    textOf(1, { proxy_http_port: 80, asn_id: 6, city_name: 'York', subnet_id: null }),
    textOf(2, { proxy_http_port: 80, asn_id: 6, city_name: 'York', subnet_id: null }),
    textOf(3, { proxy_http_port: 8080, asn_id: 64, city_name: 'Yorkton', subnet_id: '1.2.3.0/24' }),
    textOf(4, { proxy_http_port: 808, asn_id: 6, city_name: 'York', subnet_id: null }),
    textOf(5, { proxy_http_port: null, asn_id: null, city_name: null, country_id: null }),
    textOf(6, { proxy_http_port: 8, asn_id: null, city_name: 'null', country_id: 'null' }),
  ];
  const { rows, countParsed } = pageOf(texts);
  expect(keep(makeStore(), rows)).toEqual(texts);
  expect(countParsed()).toBe(1);
});

test('a page that was undone and comes again names no tuples that were undone with it', () => {
  // The last must be parsed.
  const texts = [textOf(1), textOf(2), textOf(3), textOf(4, { subnet_id: 'other', later: '' })];
  const { rows } = pageOf(texts);
  const store = makeStore();
  const walk = store.syncs.startPass('proxies');
  const broken = (): void => {
    walk.write({
      ...rows,
      read(row) {
        if (row > 0) throw new Error('broken off');
        return rows.read(row);
      },
    });
  };
  expect(broken).toThrow('broken off');
  walk.close();
  expect(keep(store, rows)).toEqual(texts);
});

test('rows with other fields, another order, fields twice or fields that nobody knows are kept right', () => {
  const reversed = (number: number): string =>
    stringifyJson(Object.fromEntries(Object.entries(makeProxy(number).fields).reverse()));
  const texts = [
    textOf(1),
    textOf(2),
    textOf(3, { later: 'x' }),
    textOf(4, { later: 'y', api_token: 'hidden away' }),
    textOf(5, { later: null }),
    textOf(6).replace('{', '{"7":1,'),
    textOf(7).replace('{', '{"7":2,'),
    textOf(8).replace('"asn_id":', '"asn_id":1,"asn_id":'),
    textOf(9).replace('"asn_id":', '"asn_id":1,"asn_id":'),
    textOf(10),
  ];
  for (let number = 20; number < 30; number += 1) texts.push(reversed(number));
  for (const text of texts) {
    const alike = [text, text.replaceAll('-8000-', '-8001-'), text.replaceAll('-8000-', '-8002-')];
    expect(keep(makeStore(), pageOf(alike).rows)).toEqual(alike.map(asParsed));
  }
});

test('a row that is there is changed by what came as bytes', () => {
  const store = makeStore();
  keep(store, pageOf([textOf(1), textOf(2), textOf(3)]).rows);
  const changed = [textOf(1), textOf(2, { proxy_http_port: 81 }), textOf(3, { asn_name: 'New' })];
  expect(keep(store, pageOf([textOf(9), ...changed]).rows)).toEqual([...changed, textOf(9)]);
});

function isJson(text: string): boolean {
  try {
    return isJsonObject(parseJson(text));
  } catch {
    return false;
  }
}
