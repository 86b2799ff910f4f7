import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{main,shared,renderer,scripts}/**/*.test.ts'],
    testTimeout: 20_000,
  },
});
