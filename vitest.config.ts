import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,modules,workers,renderer,pages,seeds,sandbox,tests}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/quiet-console.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
