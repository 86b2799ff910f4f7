import { expect, test } from 'vitest';
import { createNarrowing } from '../../../src/main/gateway/narrowing.ts';
import { createPool } from '../../../src/main/gateway/pool.ts';
import { defaultRule } from '../../../src/shared/gateway/gateway.ts';

const none: ReadonlySet<string> = new Set();
const city = (name: string) => [{ key: 'city', text: name }];

function open(idsOf: (name: string) => readonly string[], limits?: { orders: number; proxies: number }) {
  const pool = createPool(defaultRule);
  const asked: string[] = [];
  const narrowing = createNarrowing(
    pool,
    async ([part]) => {
      const name = part?.text ?? '';
      asked.push(name);
      const ids = await Promise.resolve(idsOf(name));
      return { ids, foundCount: ids.length };
    },
    limits,
  );
  const choose = async (name: string): Promise<string | undefined> => {
    const order = await narrowing.narrow(city(name));
    return order && pool.choose('session', none, order);
  };
  return { pool, asked, narrowing, choose };
}

test('a part is looked for once, by all that wait for it, and again after the proxies of the rule were found again', async () => {
  let ids = ['a'];
  const { asked, narrowing, choose } = open(() => ids);
  expect(await Promise.all([choose('Berlin'), choose('berlin'), choose('BERLIN')])).toEqual(['a', 'a', 'a']);
  expect(asked).toEqual(['Berlin']);
  ids = ['b'];
  expect(await choose('berlin')).toBe('a');
  narrowing.expire();
  expect(await choose('berlin')).toBe('b');
  ids = [];
  narrowing.expire();
  expect(await choose('berlin')).toBeUndefined();
});

test('the newest parts are remembered, up to a number of them and of their proxies', async () => {
  const { asked, choose } = open((name) => [name]);
  for (let number = 0; number < 150; number += 1) await choose(`city ${String(number)}`);
  asked.length = 0;
  await choose('city 149');
  await choose('city 60');
  expect(asked).toEqual([]);
  await choose('city 10');
  expect(asked).toEqual(['city 10']);

  const many = Array.from({ length: 60 }, (_, at) => String(at));
  const large = open(() => many, { orders: 100, proxies: 100 });
  await large.choose('one');
  await large.choose('two');
  large.asked.length = 0;
  await large.choose('two');
  await large.choose('one');
  expect(large.asked).toEqual(['one']);
});

test('a part that cannot be looked for has no proxy, and is not said to match none', async () => {
  const pool = createPool(defaultRule);
  const { narrow } = createNarrowing(pool, () => Promise.reject(new Error('locked')));
  const order = await narrow(city('berlin'));
  expect(order && pool.choose(null, none, order)).toBeUndefined();
  expect(order).toBeDefined();
});
