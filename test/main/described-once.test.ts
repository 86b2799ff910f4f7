import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../../src');

/** The files of src that name something. */
const filesThatName = (name: RegExp): string[] =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(ts|svelte|sql)$/.test(file))
    .filter((file) => name.test(readFileSync(join(source, file), 'utf8')))
    .sort();

test('a single record is named by its fields, its operation, the demo and its view alone', () => {
  expect(filesThatName(/mobile_?ledger/i)).toEqual([
    'main/demo/data/account.ts',
    'main/demo/routes.ts',
    'renderer/usage/LedgerInspector.svelte',
    'renderer/usage/MobileLedger.svelte',
    'renderer/usage/UsageView.svelte',
    'renderer/usage/mobile-entry.ts',
    'shared/operations.ts',
    'shared/records/usage.ts',
  ]);
});
