import { expect, test } from 'vitest';
import { fillTemplate, parseTemplate, templateFields, templateFilters } from '../../../src/shared/exports/template.ts';
import { asFailure } from '../../../src/shared/failure.ts';
import { queryKeys } from '../../../src/shared/filter/query-keys.ts';
import { listNames, type ListName } from '../../../src/shared/lists.ts';
import { openApp } from '../../support/open-app.ts';
import { fuzzRounds, fuzzSeed, hostileValues, pick, reportFigures, startStopwatch } from '../../support/fuzz.ts';
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

test('random filters are answered or refused, and none takes long', { timeout: 0 }, async () => {
  const { ask, accountId } = await openApp({ proxyCount: 300, isSynced: true });
  const random = createRandom(fuzzSeed(11));
  let answered = 0;
  let longestMs = 0;
  let slowest = '';
  const count = fuzzRounds(150);
  for (let round = 0; round < count; round += 1) {
    const list = pick(random, listNames);
    const where = makeFilter(random, list);
    const elapsedMs = startStopwatch();
    try {
      const found = await ask('list:count', { list, accountId, where });
      const rows = await ask('list:rows', {
        list,
        accountId,
        where,
        sort: [],
        offset: 0,
        limit: 20,
      });
      answered += 1;
      expect(found, where).toBeGreaterThanOrEqual(rows.length);
      await ask('filter:complete', {
        accountId,
        list,
        text: where,
        caret: random(where.length + 1),
      });
    } catch (error) {
      // A schema refuses what is too long; everything else is the parser's.
      if (where.length <= 10_000) expect(asFailure(error).code, where).toBe('invalid-input');
    }
    const ms = elapsedMs();
    if (ms > longestMs) [longestMs, slowest] = [ms, where];
  }
  reportFigures({ filters: count, answered, longestMs, slowest: slowest.slice(0, 200) });
  expect(answered).toBeGreaterThan(count / 20);
  expect(longestMs, slowest).toBeLessThan(10_000);
});

test('random templates are filled or refused, and none takes long', { timeout: 0 }, () => {
  const random = createRandom(fuzzSeed(12));
  const pieces = [...parts, ':', ',', '"', "'", '`', '{{', '}}', ' -x '];
  let filled = 0;
  let longestMs = 0;
  const count = fuzzRounds(2000);
  for (let round = 0; round < count; round += 1) {
    let text = '';
    for (let step = random(12); step >= 0; step -= 1) {
      const field = pick(random, Object.keys(templateFields));
      const filter = random(2) === 0 ? `|${pick(random, Object.keys(templateFilters))}` : '';
      text += random(2) === 0 ? `{${field}${filter}}` : pick(random, pieces);
    }
    const elapsedMs = startStopwatch();
    const parsed = parseTemplate(text);
    if (parsed.ok) {
      const line = fillTemplate(parsed.template, () => pick(random, texts));
      if (line.ok) {
        filled += 1;
        expect(line.line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }
    }
    longestMs = Math.max(longestMs, elapsedMs());
  }
  reportFigures({ templates: count, filled, longestMs });
  expect(filled).toBeGreaterThan(0);
  expect(longestMs).toBeLessThan(10_000);
});
