import { defineConfig } from '@playwright/test';
import { chromiumArguments, requireChromium } from '#scripts/chromium.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './tests/e2e/global-setup.ts',
  workers: 2, // each with the product on databases of its own (global-setup.ts)
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    // A trace of every test costs an eighth of the time: where one fails, run it again with --trace=on.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: requireChromium(), args: chromiumArguments },
  },
});
