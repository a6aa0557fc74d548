import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import sharp, { type OverlayOptions } from 'sharp';
import { type Language, openScreen, type ScreenName, screens } from '../e2e/screens.ts';

/**
 * Puts screens of two versions side by side, into `docs/images`: `node scripts/compare.ts BEFORE_URL AFTER_URL`. Each
 * address has the built web app of a version (`vite preview`); the data are those of `e2e/sampleData.ts`.
 */

const [before, after] = process.argv.slice(2);
if (!before || !after) throw new Error('usage: node scripts/compare.ts BEFORE_URL AFTER_URL');

const images = new URL('../../docs/images/', import.meta.url);
const debianChromium = '/usr/bin/chromium-headless-shell';
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? (existsSync(debianChromium) ? debianChromium : undefined),
  args: ['--no-sandbox', '--disable-gpu'],
});

interface Size {
  width: number;
  height: number;
  /** Width in the image, in pixels. */
  shown: number;
}
const phone: Size = { width: 390, height: 844, shown: 240 };
const tablet: Size = { width: 1024, height: 768, shown: 440 };
const laptop: Size = { width: 1440, height: 900, shown: 480 };
const large: Size = { width: 2560, height: 1440, shown: 560 };

interface Look {
  theme: string;
  language: Language;
}
const classic: Look = { theme: 'default', language: 'en' };
const variants: readonly Look[] = [
  classic,
  { theme: 'minimalist', language: 'en' },
  { theme: 'autumn', language: 'en' },
  { theme: 'default', language: 'ar' },
];

async function picture(baseURL: string, name: ScreenName, size: Size, look: Look): Promise<Buffer> {
  const isPhone = size === phone;
  const page = await browser.newPage({
    baseURL,
    viewport: { width: size.width, height: size.height },
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const screen = screens.find((each) => each.name === name);
  if (!screen) throw new Error(`no screen is called ${name}`);
  await openScreen(page, screen, look);
  // A message that goes by itself is no part of the screen.
  await page.addStyleTag({ content: ':has(> * > [data-keeps-time]) { display: none }' });
  await page.waitForLoadState('networkidle');
  const shot = await page.screenshot();
  await page.close();
  return sharp(shot).resize(size.shown).toBuffer();
}

const GAP = 12;
const HEAD = 36;

/** Writes an image: a row for each look, each screen before and after. */
async function compare(
  file: string,
  names: readonly ScreenName[],
  size: Size,
  rows: readonly Look[],
): Promise<void> {
  const columns = names.flatMap((name) => [
    { name, url: before ?? '', title: 'before' },
    { name, url: after ?? '', title: 'after' },
  ]);
  const height = Math.round((size.shown * size.height) / size.width);
  const whole = {
    width: columns.length * (size.shown + GAP) + GAP,
    height: HEAD + rows.length * (height + GAP),
  };
  const heads = columns.map(
    ({ title }, column) =>
      `<text x="${GAP + column * (size.shown + GAP) + size.shown / 2}" y="24" text-anchor="middle">${title}</text>`,
  );
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${whole.width}" height="${HEAD}"
    font-family="sans-serif" font-size="18" fill="#fff">${heads.join('')}</svg>`;
  const tiles: OverlayOptions[] = [{ input: Buffer.from(head), left: 0, top: 0 }];
  for (const [row, look] of rows.entries())
    for (const [column, { name, url }] of columns.entries())
      tiles.push({
        input: await picture(url, name, size, look),
        left: GAP + column * (size.shown + GAP),
        top: HEAD + row * (height + GAP),
      });
  await sharp({ create: { ...whole, channels: 3, background: '#4a4d55' } })
    .composite(tiles)
    .webp({ quality: 74, effort: 6 })
    .toFile(new URL(`${file}.webp`, images).pathname);
}

for (const size of [phone, tablet, laptop, large])
  await compare(`home-and-game-${size.width}`, ['newcomer', 'on-turn'], size, variants);
for (const size of [phone, laptop])
  await compare(`sign-in-and-result-${size.width}`, ['sign-in', 'win'], size, [classic]);
await browser.close();
