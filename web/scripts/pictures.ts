import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import sharp from 'sharp';

/**
 * Takes the pictures anew that `e2e/pictures.spec.ts` compares with, notes by which browser, and stores them with 256
 * colours: a third of the bytes.
 */

const web = new URL('../', import.meta.url);
const folder = new URL('e2e/pictures/', web);

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const major = Number.parseInt(browser.version(), 10);
await browser.close();
writeFileSync(new URL('browser.json', folder), `${JSON.stringify({ executablePath, major }, null, 2)}\n`);

execFileSync('npx', ['playwright', 'test', 'pictures.spec.ts', '--update-snapshots=all'], {
  cwd: web,
  stdio: 'inherit',
  // The pictures are compared at night only.
  env: { ...process.env, TESTS: 'all' },
});
for (const file of readdirSync(folder).filter((name) => name.endsWith('.png'))) {
  const at = new URL(file, folder);
  writeFileSync(at, await sharp(readFileSync(at)).png({ palette: true, dither: 0, effort: 10 }).toBuffer());
}
