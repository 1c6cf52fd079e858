// Makes the icons of public/icons from the product's mark. Run it after changing the mark: `node scripts/make-icons.ts`.
import path from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArguments, requireChromium } from './chromium.ts';

const folder = path.resolve(import.meta.dirname, '../public/icons');

/** The mark on paper; `share` is how much of the square it takes (a maskable icon keeps clear of the edges). */
const picture = (
  size: number,
  share: number,
) => `<body style="margin:0;background:#faf6ec;display:grid;place-items:center;
  width:${size}px;height:${size}px"><svg viewBox="1 5 26 20" width="${size * share}" xmlns="http://www.w3.org/2000/svg">
  <path d="M10 5h8v20h-8z" fill="#b02e13"/><path d="M1 13h8v12H1zM19 17h8v8h-8z" fill="#1c1a17"/></svg></body>`;

const browser = await chromium.launch({ executablePath: requireChromium(), args: chromiumArguments });
const page = await browser.newPage();
for (const [name, size, share] of [
  ['192', 192, 0.68],
  ['512', 512, 0.68],
  ['maskable-512', 512, 0.5],
  ['apple-touch-icon', 180, 0.62],
] as const) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(picture(size, share));
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
await browser.close();
