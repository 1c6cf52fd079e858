import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** Keeps the browser from calling home; as root it needs to run without its sandbox. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of a Chromium: an installed one, else Debian's package, else Playwright's own download. */
export function requireChromium(): string {
  const installed = findChromium();
  if (installed) return installed;
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('Installing Chromium from Debian ...');
    spawnSync('apt-get', ['update', '-qq']);
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell', 'fonts-liberation'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } else {
    console.log('Downloading Chromium ...');
    spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit' });
  }
  const found = findChromium();
  if (!found) throw new Error('No Chromium was found: please install it, or set CHROMIUM to its path.');
  return found;
}

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':');
  // The one without windows needs a fifth less of the machine.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [process.env.CHROMIUM ?? '', ...candidates, chromium.executablePath()].find(
    (file) => file && fs.existsSync(file),
  );
}
