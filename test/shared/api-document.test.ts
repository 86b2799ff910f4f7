/** docs/api.md names everything that the code knows of the service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actions, records, searches } from '../../src/shared/operations.ts';
import { availabilityOptionFields, checkoutProductFields } from '../../src/shared/records/catalog.ts';
import { customerFields } from '../../src/shared/records/customer.ts';
import { proxyUserFields } from '../../src/shared/records/proxy-user.ts';
import { proxyFields } from '../../src/shared/records/proxy.ts';
import { referenceFields } from '../../src/shared/records/reference.ts';
import { adjustmentFields, serviceFields } from '../../src/shared/records/service.ts';
import { testResultFields } from '../../src/shared/records/test-result.ts';
import { mobileSummaryFields, residentialSummaryFields } from '../../src/shared/records/usage.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8');

test('each of the 22 operations is described', () => {
  const operations = [...Object.values(searches), ...Object.values(records), ...Object.values(actions)];
  expect(operations).toHaveLength(22);
  const missing = operations.filter(
    ({ method, path }) => !text.replaceAll(/\{\w+\}/g, '{id}').includes(`\`${method} ${path}\``),
  );
  expect(missing).toEqual([]);
});

test.each(
  Object.entries({
    serviceFields,
    proxyFields,
    proxyUserFields,
    adjustmentFields,
    testResultFields,
    customerFields,
    checkoutProductFields,
    availabilityOptionFields,
    residentialSummaryFields,
    mobileSummaryFields,
    ...referenceFields,
  }),
)('every field of %s is named', (_name, fields) => {
  expect(Object.keys(fields).filter((field) => !text.includes(`\`${field}\``))).toEqual([]);
});
