import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

/** Takes the pictures anew that `e2e/pictures.spec.ts` compares with, and stores them with 256 colours: a third of the bytes. */

const web = new URL('../', import.meta.url);
const folder = new URL('e2e/pictures/', web);

execFileSync('npx', ['playwright', 'test', 'pictures.spec.ts', '--update-snapshots=all'], {
  cwd: web,
  stdio: 'inherit',
  env: { ...process.env, TESTS: 'all' },
});
for (const file of readdirSync(folder).filter((name) => name.endsWith('.png'))) {
  const at = new URL(file, folder);
  writeFileSync(at, await sharp(readFileSync(at)).png({ palette: true, dither: 0, effort: 10 }).toBuffer());
}
