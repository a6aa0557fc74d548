import { readFileSync, writeFileSync } from 'node:fs';
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

/** Sizes of the pictures in favicon.ico, which is requested by what reads no page. */
const FAVICON_SIZES = [16, 32, 48];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

async function draw(body: string, size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg,div{display:block}</style>${body}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** Returns an .ico file: a header, a directory of 16 bytes for each picture, and the pictures as PNG. */
function icoOf(pictures: readonly { size: number; png: Buffer }[]): Buffer {
  const directory = Buffer.alloc(6 + 16 * pictures.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(pictures.length, 4);
  let offset = directory.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = directory.subarray(6 + 16 * index);
    entry.writeUInt8(size, 0);
    entry.writeUInt8(size, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
  }
  return Buffer.concat([directory, ...pictures.map(({ png }) => png)]);
}

for (const { file, size, body } of bitmaps) writeFileSync(new URL(file, folder), await draw(body, size));
const favicons = [];
for (const size of FAVICON_SIZES) favicons.push({ size, png: await draw(icon, size) });
writeFileSync(new URL('favicon.ico', folder), icoOf(favicons));
await browser.close();
