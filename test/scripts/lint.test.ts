import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

test.each(['src/main/app.ts', 'src/renderer/app/App.svelte', 'scripts/check.mjs'])(
  'the cache of the linter can store the configuration of %s',
  async (file) => {
    const config: unknown = await new ESLint().calculateConfigForFile(file);
    expect(() => JSON.stringify(config)).not.toThrow();
  },
);
