import { expect, test } from 'vitest';
import { requests } from '../../../src/shared/ipc.ts';
import { isJsonObject } from '../../../src/shared/json.ts';
import { writeRequest } from '../../../src/shared/request-text.ts';
import { openApp } from '../../support/open-app.ts';
import { fuzzRounds, hostileValues, mutate, pick } from '../../support/fuzz.ts';
import { runsAllTests } from '../../support/rounds.ts';
import { inheritedNames } from '../../support/odd-texts.ts';
import { createRandom, type Random } from '../../support/random.ts';
import { answerRequest } from '../../support/answer-request.ts';

/** Values that some field of some request takes; nothing answers at the address. */
const candidates: readonly unknown[] = [
  ...['x', 'A', 'https://127.0.0.1:9/1.0', 'dark', 'proxies', 'residential', 'city', 'view', 'all'],
  ...['http', '4', 'url', 'json', 'user', 'service', 'green', 'country:US', '1'],
  ...[0, 1, 5, 15, true, false, null],
  ...[[], ['x'], ['https://example.com'], ['proxies'], ['country_id'], {}],
  { kind: 'query', where: '' },
  { kind: 'ids', ids: ['x'] },
  {
    proxyUserId: 'x',
    proxies: { kind: 'query', where: '' },
    format: 'url',
    protocol: 'http',
    ip: '4',
  },
];

interface Field {
  safeParse(value: unknown): { readonly success: boolean };
}

/** The fields of a schema; none for a request without arguments. */
function fieldsOf(schema: unknown): [string, Field][] {
  if (typeof schema !== 'object' || schema === null || !('shape' in schema)) return [];
  // A strict object of zod: its shape holds a schema for each field.
  return Object.entries(schema.shape as { readonly [name: string]: Field });
}

function makeValid(fields: readonly [string, Field][], accountId: string, random: Random): unknown {
  const args = fields.flatMap(([name, field]): [string, unknown][] => {
    if (name === 'accountId') return [[name, accountId]];
    const fitting = candidates.filter((value) => field.safeParse(value).success);
    return fitting.length === 0 ? [] : [[name, pick(random, fitting)]];
  });
  return Object.fromEntries(args);
}

test('random payloads on every channel are answered or refused', { timeout: 0 }, async () => {
  const { handlers, session, accountId, ask, close } = await openApp({ isSynced: true });
  const parts = { handlers, session };
  const seed = 13;
  const count = fuzzRounds(4);
  const answered = { ok: 0, refused: 0 };
  const channels = Object.entries(requests);
  for (const [index, [name, schema]] of channels.entries()) {
    const random = createRandom(seed + index);
    const fields = fieldsOf(schema);
    for (let round = 0; round < count; round += 1) {
      const valid = fields.length === 0 ? undefined : makeValid(fields, accountId, random);
      const kind = random(10);
      const payload = kind === 0 ? valid : kind === 1 ? pick(random, hostileValues) : mutate(valid, random);
      const sent = writeRequest(name, payload, round);
      const reply: unknown = JSON.parse(await answerRequest(parts, sent));
      const failure = isJsonObject(reply) ? reply['failure'] : undefined;
      const code = isJsonObject(failure) ? failure['code'] : undefined;
      answered[code === undefined ? 'ok' : 'refused'] += 1;
      const what = `${name}, seed ${seed}: ${JSON.stringify([payload]).slice(0, 500)}`;
      expect(code, what).not.toBe('internal');
    }
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(answered.ok).toBeGreaterThan(count);
  // The cache is undamaged and can be read.
  expect(await ask('list:count', { list: 'proxies', accountId, where: '' })).toBe(40);
  // It added many accounts: to close them may take longer than a test has for its end.
  await close();
});

test('names and numbers of unknown requests are rejected', async () => {
  const { handlers, session } = await openApp();
  const parts = { handlers, session };
  for (const name of [...hostileValues, ...inheritedNames, 'accounts:list ']) {
    const reply = await answerRequest(parts, writeRequest(name, undefined, name));
    expect(reply).toContain('"invalid-input"');
  }
});

test('a name that every object inherits is an argument like others, in every place of every request', async () => {
  const { handlers, session, accountId, close } = await openApp({ isSynced: true });
  const random = createRandom(14);
  for (const [name, schema] of Object.entries(requests)) {
    const fields = fieldsOf(schema);
    for (const [at, inherited] of inheritedNames.entries()) {
      const values = [inherited, { [inherited]: inherited }, [inherited]];
      // With few rounds each name is one of them, the next name another.
      for (const value of values.filter((_, index) => runsAllTests || index === at % 3)) {
        const [field = ''] = fields.length === 0 ? [] : pick(random, fields);
        const valid = fields.length === 0 ? {} : makeValid(fields, accountId, random);
        const payload = Object.fromEntries([...Object.entries(valid ?? {}), [field, value]]);
        const reply = await answerRequest({ handlers, session }, writeRequest(name, payload, 1));
        expect(reply, `${name}, ${JSON.stringify(payload)}`).not.toContain('"code":"internal"');
      }
    }
  }
  await close();
});
