import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPresetRefresh } from '../../../../src/main/exports/presets/presets.ts';
import { createFileLog } from '../../../../src/main/file-log.ts';
import { fail } from '../../../../src/shared/failure.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';

test('the log has the code of the failure that kept presets from being refreshed', async () => {
  const file = join(makeTemporaryFolder(), 'main.log');
  const refresh = createPresetRefresh({
    emit: () => undefined,
    log: createFileLog(file),
    source: () => {
      throw fail('keychain-locked', 'The keychain is locked.');
    },
  });
  refresh.begin('an account');
  expect(await refresh.finish('an account')).toEqual([]);
  expect(readFileSync(file, 'utf8')).toContain('presets not refreshed: keychain-locked');
});
