import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { cacheSchema } from '../../../../src/main/store/schema/schema.ts';

test('tables of the cache that change get the next version', () => {
  const { version, stepsFrom } = cacheSchema;
  const statements = stepsFrom(0).join('\n').replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ');
  const digest = createHash('sha256').update(statements).digest('hex').slice(0, 16);
  // A cache with other tables and the same version would count as damaged: change both here.
  expect({ version, digest }).toEqual({ version: 16, digest: 'cd55b1b272b7ce8a' });
});
