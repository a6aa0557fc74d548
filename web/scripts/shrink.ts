import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

/** Stores the pictures that the browser tests compare with in a third of their bytes: 256 colours look the same. */

const folder = new URL('../e2e/pictures/', import.meta.url);
for (const file of readdirSync(folder).filter((name) => name.endsWith('.png'))) {
  const at = new URL(file, folder);
  writeFileSync(at, await sharp(readFileSync(at)).png({ palette: true, dither: 0, effort: 10 }).toBuffer());
}
