import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** What a test imports or asks for when it needs PostgreSQL or Redis. */
const needsServices = /\binject\(|support\/(contest|database|processes|site|stripe)\.ts|scripts\/services\.ts/;

const files = globSync('{src,modules,workers,renderer,pages,seeds,sandbox,scripts,tests}/**/*.test.{ts,tsx}');
const routes = files.filter((file) => needsServices.test(readFileSync(file, 'utf8')));
const unit = files.filter((file) => !routes.includes(file));

const common = { setupFiles: ['tests/support/quiet-console.ts'], testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    isolate: false, // a file leaves nothing behind: run them shuffled to see
    projects: [
      { test: { ...common, name: 'unit', include: unit } },
      { test: { ...common, name: 'routes', include: routes, globalSetup: ['tests/support/global-setup.ts'] } },
    ],
  },
});
