import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

/**
 * Draws the bitmaps of `public/` from icon.svg, the only one that is drawn by hand: run it when that changes. Systems that
 * cut icons to their own shapes get one that fills the square and keeps its signs within the circle that is never cut.
 */

const folder = new URL('../public/', import.meta.url);
const icon = readFileSync(new URL('icon.svg', folder), 'utf8');
const ground = /<rect[^>]*fill="([^"]+)"/.exec(icon)?.[1];
/** Without its own round corners and rim. */
const signs = icon.replaceAll(/<rect[^>]*\/>/g, '');
const filling = `<div style="background:${ground}">${signs}</div>`;

const bitmaps = [
  { file: 'icon-192.png', size: 192, body: icon },
  { file: 'icon-512.png', size: 512, body: icon },
  { file: 'icon-maskable.png', size: 512, body: filling },
  { file: 'icon-touch.png', size: 180, body: filling },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const { file, size, body } of bitmaps) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg,div{display:block}</style>${body}`);
  await page.screenshot({ path: new URL(file, folder).pathname, omitBackground: true });
  await page.close();
}
await browser.close();
