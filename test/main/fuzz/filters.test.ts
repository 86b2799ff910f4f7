import { expect, test } from 'vitest';
import { fillTemplate, parseTemplate, templateFields, templateFilters } from '../../../src/shared/exports/template.ts';
import { asFailure } from '../../../src/shared/failure.ts';
import { queryKeys } from '../../../src/shared/filter/query-keys.ts';
import { listNames, type ListName } from '../../../src/shared/lists.ts';
import { openApp } from '../../support/open-app.ts';
import { fuzzRounds, hostileValues, pick } from '../../support/fuzz.ts';
import { createRandom, type Random } from '../../support/random.ts';

const texts = hostileValues.filter((value) => typeof value === 'string');
const parts = [
  ...[':', ',', '"', '\\', '-', '=', '<', '>', '<=', '..', '*', '(', ' ', '\n', '|', '{', '}'],
  ...['US', 'new', 'a', '1', '0', '203.0.113.', '2001:db8::', '/24', '2026-10', '7d', 'yes', 'é'],
  ...texts,
];

function makeFilter(random: Random, list: ListName): string {
  let text = '';
  const length = random(random(30) === 0 ? 400 : 12);
  for (let step = 0; step < length; step += 1) {
    text += random(3) === 0 ? ` ${pick(random, Object.keys(queryKeys[list]))}:` : pick(random, parts);
    if (random(6) === 0) text += ' ';
  }
  return text;
}

test('random filters are answered or refused', { timeout: 60_000 + fuzzRounds(150) * 50 }, async () => {
  const { ask, accountId } = await openApp({ proxyCount: 300, isSynced: true });
  const random = createRandom(11);
  let answered = 0;
  const count = fuzzRounds(150);
  for (let round = 0; round < count; round += 1) {
    const list = pick(random, listNames);
    const where = makeFilter(random, list);
    try {
      const found = await ask('list:count', { list, accountId, where });
      const rows = await ask('list:rows', { list, accountId, where, sort: [], offset: 0, limit: 20 });
      answered += 1;
      expect(found, where).toBeGreaterThanOrEqual(rows.length);
      await ask('filter:complete', { accountId, list, text: where, caret: random(where.length + 1) });
    } catch (error) {
      // A schema refuses what is too long; everything else is the parser's.
      if (where.length <= 10_000) expect(asFailure(error).code, where).toBe('invalid-input');
    }
  }
  expect(answered).toBeGreaterThan(count / 20);
});

test('random templates are filled or refused', () => {
  const random = createRandom(12);
  const pieces = [...parts, ':', ',', '"', "'", '`', '{{', '}}', ' -x '];
  let filled = 0;
  const count = fuzzRounds(2000);
  for (let round = 0; round < count; round += 1) {
    let text = '';
    for (let step = random(12); step >= 0; step -= 1) {
      const field = pick(random, Object.keys(templateFields));
      const filter = random(2) === 0 ? `|${pick(random, Object.keys(templateFilters))}` : '';
      text += random(2) === 0 ? `{${field}${filter}}` : pick(random, pieces);
    }
    const parsed = parseTemplate(text);
    if (parsed.ok) {
      const line = fillTemplate(parsed.template, () => pick(random, texts));
      if (line.ok) {
        filled += 1;
        expect(line.line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }
    }
  }
  expect(filled).toBeGreaterThan(0);
});
