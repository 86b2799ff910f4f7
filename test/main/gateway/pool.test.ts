import { expect, onTestFinished, test, vi } from 'vitest';
import { createPool } from '../../../src/main/gateway/pool.ts';
import { defaultRule, type Rotation } from '../../../src/shared/gateway/gateway.ts';

const none: ReadonlySet<string> = new Set();
const idsOf = (count: number): string[] => Array.from({ length: count }, (_, at) => `p${at}`);

function makePool(ids: readonly string[], rotation: Rotation = { kind: 'request' }, more = {}) {
  let nowMs = 1_000_000;
  const pool = createPool({ ...defaultRule, rotation, ...more }, () => nowMs);
  pool.replace(ids, false);
  return {
    pool,
    pass: (minutes: number) => {
      nowMs += minutes * 60_000;
    },
    take: (count: number, session: string | null = null) =>
      Array.from({ length: count }, () => pool.choose(session, none)),
  };
}

test('each request gets another proxy, and all are used equally often', () => {
  const { take } = makePool(idsOf(50));
  const counts = Map.groupBy(take(200), (id) => id);
  expect(counts.size).toBe(50);
  expect([...counts.values()].map(({ length }) => length)).toEqual(Array(50).fill(4));
});

test('two starts do not begin with the same proxies', () => {
  const first = makePool(idsOf(1000)).take(20);
  expect(makePool(idsOf(1000)).take(20)).not.toEqual(first);
});

test('a proxy that failed this request is not chosen for it again', () => {
  const { pool } = makePool(['a', 'b', 'c']);
  const tried = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    const id = pool.choose(null, tried);
    expect(tried).not.toContain(id);
    tried.add(id ?? '');
  }
  expect(pool.choose(null, tried)).toBeUndefined();
  // For other requests, they are still in rotation.
  expect(pool.choose(null, none)).toBeDefined();
});

test('proxies with IPv6 only are skipped while this machine has no route to them, also by sessions', () => {
  let isMissing = false;
  const pool = createPool({ ...defaultRule, rotation: { kind: 'request' } }, undefined, () => isMissing);
  pool.replace(['v4', 'v6', 'other v6'], false, new Set(['v6', 'other v6']));
  const take = (count: number) => new Set(Array.from({ length: count }, () => pool.choose(null, none)));
  expect(take(9).size).toBe(3);
  const session = ['a', 'b', 'c', 'd', 'e', 'f'].find((name) => pool.choose(name, none) !== 'v4') ?? '';
  isMissing = true;
  expect(take(9)).toEqual(new Set(['v4']));
  expect(pool.choose(session, none)).toBe('v4');
  expect([pool.inRotation(), pool.ipv6Skipped()]).toEqual([1, 2]);
  pool.remove('v6');
  isMissing = false;
  expect(take(9)).toEqual(new Set(['v4', 'other v6']));
  expect([pool.inRotation(), pool.ipv6Skipped()]).toEqual([2, 0]);
});

test('a session keeps its proxy for its time, and then gets another', () => {
  const { take, pass } = makePool(idsOf(100), { kind: 'sticky', minutes: 10 });
  const [first] = take(1, 'one');
  take(30);
  pass(9);
  expect(take(3, 'one')).toEqual([first, first, first]);
  const [other] = take(1, 'two');
  expect(other).not.toBe(first);
  pass(1);
  expect(take(1, 'one')).not.toEqual([first]);
});

test.each([
  ['back by a day', -86_400_000],
  ['forward by a day', 86_400_000],
])('a clock that is set %s changes no pause and no session', (_direction, changeMs) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const rotation = { kind: 'sticky', minutes: 10 } as const;
  const pool = createPool({ ...defaultRule, rotation, failuresInRow: 1, pauseMinutes: 10 });
  pool.replace(idsOf(3), false);
  pool.failed('p0', 'refused');
  const stuck = pool.choose('one', none);
  vi.setSystemTime(Date.now() + changeMs);
  vi.advanceTimersByTime(9 * 60_000);
  expect(pool.inRotation()).toBe(2);
  expect(pool.choose('one', none)).toBe(stuck);
  vi.advanceTimersByTime(60_000);
  expect(pool.inRotation()).toBe(3);
  expect(pool.choose('one', none)).not.toBe(stuck);
});

test('a session whose proxy fails gets another one and stays there', () => {
  const { pool, take } = makePool(idsOf(10), { kind: 'sticky', minutes: 10 });
  const [first = ''] = take(1, 'one');
  const second = pool.choose('one', new Set([first]));
  expect(second).not.toBe(first);
  expect(take(2, 'one')).toEqual([second, second]);
});

test('a fixed proxy is the first of the list, whatever happens', () => {
  const { pool, take } = makePool(idsOf(10), { kind: 'fixed' });
  for (let round = 0; round < 5; round += 1) expect(pool.failed('p0', 'refused')).toBeNull();
  expect(take(3)).toEqual(['p0', 'p0', 'p0']);
  expect(pool.choose(null, new Set(['p0']))).toBeUndefined();
});

test('three failures in a row take a proxy out of rotation for ten minutes, and then one more does', () => {
  const { pool, pass, take } = makePool(['a', 'b']);
  expect(pool.failed('a', 'refused')).toBeNull();
  expect(pool.failed('a', 'refused')).toBeNull();
  pool.succeeded('a');
  expect(pool.failed('a', 'refused')).toBeNull();
  expect(pool.failed('a', 'refused')).toBeNull();
  expect(pool.failed('a', 'no-answer')).toMatchObject({ reason: 'no-answer', failures: 3 });
  expect(pool.inRotation()).toBe(1);
  expect(take(5)).toEqual(['b', 'b', 'b', 'b', 'b']);
  pass(10);
  expect(pool.inRotation()).toBe(2);
  expect(new Set(take(2))).toEqual(new Set(['a', 'b']));
  // It was probed, and is still down.
  expect(pool.failed('a', 'refused')).not.toBeNull();
  expect(take(2)).toEqual(['b', 'b']);
});

test('wrong credentials take a proxy out at once, until the next sync', () => {
  const { pool, pass, take } = makePool(['a', 'b']);
  expect(pool.failed('a', 'wrong-credentials')).toMatchObject({ leftMs: Infinity });
  pass(10_000);
  expect(take(2)).toEqual(['b', 'b']);
  pool.replace(['a', 'b'], false);
  expect(take(2)).toEqual(['b', 'b']);
  pool.replace(['a', 'b'], true);
  expect(new Set(take(2))).toEqual(new Set(['a', 'b']));
});

test('a new list keeps the others out, and forgets those that it does not have', () => {
  const { pool, take } = makePool(['a', 'b', 'c'], { kind: 'request' }, { failuresInRow: 1 });
  pool.failed('a', 'refused');
  pool.failed('b', 'refused');
  pool.replace(['a', 'c', 'd'], false);
  expect([...pool.paused().keys()]).toEqual(['a']);
  expect(pool.inRotation()).toBe(2);
  expect(new Set(take(4))).toEqual(new Set(['c', 'd']));
});

test('proxies can be used again by hand, one or all', () => {
  const { pool, take } = makePool(['a', 'b', 'c'], { kind: 'request' }, { failuresInRow: 1 });
  for (const id of ['a', 'b', 'c']) pool.failed(id, 'refused');
  expect(take(1)).toEqual([undefined]);
  pool.useAgain('b');
  expect(take(2)).toEqual(['b', 'b']);
  pool.useAgain();
  expect(new Set(take(3))).toEqual(new Set(['a', 'b', 'c']));
  expect(pool.inRotation()).toBe(3);
});

test('a removed proxy is never chosen again', () => {
  const { pool, take } = makePool(['a', 'b'], { kind: 'sticky', minutes: 10 });
  const [stuck = ''] = take(1, 'one');
  pool.remove(stuck);
  expect(take(4, 'one')).not.toContain(stuck);
  expect(pool.idCount()).toBe(1);
});

test('a session leaves a proxy that the rule no longer finds, and keeps one that it does', () => {
  const { pool, take } = makePool(['a', 'b', 'c'], { kind: 'sticky', minutes: 10 });
  const [first = ''] = take(1, 'one');
  const [second = ''] = take(1, 'two');
  pool.replace(
    ['a', 'b', 'c'].filter((id) => id !== first),
    false,
  );
  expect(take(3, 'one')).not.toContain(first);
  expect(take(2, 'two')).toEqual([second, second]);
  pool.replace([], false);
  expect(take(1, 'two')).toEqual([undefined]);
});

test('failures that a target can have caused pause a proxy for two hosts only, and never more than half of the proxies', () => {
  const { pool } = makePool(['a', 'b', 'c'], { kind: 'request' }, { failuresInRow: 2 });
  for (let round = 0; round < 9; round += 1) {
    expect(pool.failed('a', 'closed', 'one.test')).toBeNull();
    expect(pool.failed('b', 'closed', 'one.test')).toBeNull();
  }
  expect(pool.failed('a', 'closed', 'two.test')).toMatchObject({ reason: 'closed' });
  expect(pool.failed('b', 'closed', 'two.test')).toBeNull();
  expect(pool.inRotation()).toBe(2);
  // A connection that was refused is the proxy's own.
  expect(pool.failed('b', 'refused')).toMatchObject({ reason: 'refused' });
});

test('one host pauses no proxy that has carried nothing yet, and two hosts do', () => {
  const { pool } = makePool(['a', 'b', 'c', 'd'], { kind: 'request' }, { failuresInRow: 2 });
  pool.succeeded('a', 'one.test:80');
  expect(pool.isReachedByAnother('a', 'one.test:80')).toBe(false);
  expect(pool.isReachedByAnother('b', 'one.test:80')).toBe(true);
  for (const id of ['b', 'c', 'b', 'c']) pool.failed(id, 'unreachable', 'one.test');
  expect([...pool.paused().keys()]).toEqual([]);
  pool.failed('b', 'unreachable', 'two.test');
  expect([...pool.paused().keys()]).toEqual(['b']);
});

test('a part of the proxies shares pauses with all of them, and returns with them', () => {
  const { pool, pass, take } = makePool(idsOf(10), { kind: 'request' }, { failuresInRow: 1 });
  const part = pool.add();
  pool.fill(part, ['p1', 'p2', 'p3']);
  const takePart = () => new Set(Array.from({ length: 12 }, () => pool.choose(null, none, part)));
  expect(takePart()).toEqual(new Set(['p1', 'p2', 'p3']));
  pool.failed('p2', 'refused');
  expect(takePart()).toEqual(new Set(['p1', 'p3']));
  expect(take(20)).not.toContain('p2');
  pass(10);
  expect(takePart()).toEqual(new Set(['p1', 'p2', 'p3']));
  pool.remove('p1');
  expect(takePart()).toEqual(new Set(['p2', 'p3']));
  for (const id of ['p2', 'p3']) pool.failed(id, 'refused');
  // Another proxy of the rule is none of the part.
  expect(takePart()).toEqual(new Set([undefined]));
});

test('a session of a part is not that of all proxies or of another part', () => {
  const { pool, take } = makePool(idsOf(10), { kind: 'sticky', minutes: 10 });
  const [one, two] = [pool.add(), pool.add()];
  pool.fill(one, ['p1']);
  pool.fill(two, ['p2']);
  const [anyProxy] = take(1, 'a');
  expect(pool.choose('a', none, one)).toBe('p1');
  expect(pool.choose('a', none, two)).toBe('p2');
  expect(take(1, 'a')).toEqual([anyProxy]);
  pool.fill(one, ['p5']);
  expect(pool.choose('a', none, one)).toBe('p5');
  // Requests that were under way when their part was forgotten share nothing.
  pool.drop(one);
  pool.drop(two);
  expect([pool.choose('a', none, one), pool.choose('a', none, two)]).toEqual(['p5', 'p2']);
});

test('a session keeps its proxy for a number of requests', () => {
  const { take, pass } = makePool(idsOf(20), { kind: 'count', requests: 50 });
  const first = new Set(take(50, 'one'));
  expect(first.size).toBe(1);
  take(7, 'two');
  const next = take(1, 'one');
  expect(first).not.toContain(next[0]);
  // However long they take.
  pass(10_000);
  expect(new Set([...next, ...take(49, 'one')]).size).toBe(1);
  expect(take(1, 'one')).not.toEqual(next);
});

test('a session of a number of requests leaves a proxy that failed, and starts to count again', () => {
  const { pool, take } = makePool(idsOf(20), { kind: 'count', requests: 3 });
  const [first = ''] = take(1, 'one');
  const second = pool.choose('one', new Set([first]));
  expect(second).not.toBe(first);
  expect(take(2, 'one')).toEqual([second, second]);
  expect(take(1, 'one')).not.toEqual([second]);
});

test('the proxy with the fewest open connections is used, and none of them twice before all are used', () => {
  const { pool } = makePool(idsOf(4), { kind: 'least' });
  const use = (tried = none) => {
    const id = pool.choose(null, tried) ?? '';
    return { id, end: pool.use(id) };
  };
  const first = [use(), use(), use(), use()];
  expect(new Set(first.map(({ id }) => id)).size).toBe(4);
  const second = [use(), use(), use()];
  const free = first.find(({ id }) => second.every((one) => one.id !== id));
  expect(use().id).toBe(free?.id);
  // Both requests of one end, so it is the only one without any.
  const [quiet] = second;
  for (const one of [...first, ...second].filter(({ id }) => id === quiet?.id)) {
    one.end();
    one.end();
  }
  expect(pool.choose(null, none)).toBe(quiet?.id);
  expect(pool.choose(null, new Set([quiet?.id ?? '']))).not.toBe(quiet?.id);
});
