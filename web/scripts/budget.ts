import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/**
 * Weighs what was built against the budget of a first visit (gzip, KiB) and fails where a limit is passed. React,
 * router, queries and texts are all in the figures: it is what a phone has to fetch before the board can be played.
 */

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
  isEntry?: boolean;
  isDynamicEntry?: boolean;
}

const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Record<
  string,
  Chunk
>;

const KIB = 1024;
const read = (file: string) => readFileSync(new URL(file, dist));
const weigh = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(read(file)).length / KIB, 0);

/** A chunk with everything that it imports before it runs. */
function closure(keys: string[], seen = new Set<string>()): Chunk[] {
  return keys.flatMap((key) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return [];
    seen.add(key);
    return [chunk, ...closure(chunk.imports ?? [], seen)];
  });
}

function keyOf(end: string): string {
  const key = Object.keys(manifest).find((each) => each.endsWith(end));
  if (!key) throw new Error(`${end} is not in the build: update its path in scripts/budget.ts`);
  return key;
}

const js = (chunks: Chunk[]) =>
  new Set(chunks.map(({ file }) => file).filter((file) => file.endsWith('.js')));
const css = (chunks: Chunk[]) => new Set(chunks.flatMap((chunk) => chunk.css ?? []));

// The entry, the words, and the page itself; pages and words are fetched in parallel with the entry's own imports.
const first = [keyOf('index.html'), keyOf('locales/en/first.json')];
const home = closure([...first, keyOf('home/components/HomePage.tsx')]);
const auth = closure([...first, keyOf('auth/components/AuthScreen.tsx')]);
const homeFiles = js(home);
const online = [...js(closure([keyOf('home/components/OnlineDetails.tsx')]))].filter(
  (file) => !homeFiles.has(file),
);
const later = Object.values(manifest)
  .map(({ file }) => file)
  .filter((file) => file.endsWith('.js') && !homeFiles.has(file));

/** What the service worker fetches ahead; it weighs as it lies on the disk. */
function precache(): number {
  const listed = [
    ...read('sw.js')
      .toString()
      .matchAll(/url:"([^"]+)"/g),
  ].map(([, url = '']) => url);
  if (listed.length === 0) throw new Error('sw.js lists nothing to precache');
  return listed.reduce((sum, url) => sum + read(url).length / KIB, 0);
}

const heaviest = (files: string[]) => Math.max(0, ...files.map((file) => weigh([file])));
const filesOf = (sources: RegExp) =>
  Object.entries(manifest).flatMap(([key, { file }]) => (sources.test(key) ? [file] : []));
const firstTexts = filesOf(/i18n\/locales\/\w+\/first\.json$/);
const themes = filesOf(/styles\/themes\//);

/** `aim` is where we want to be, `limit` is where the build fails. */
const lines: [what: string, weight: number, aim: number, limit: number][] = [
  ['JS of / until the board is playable', weigh(homeFiles), 160, 162],
  // Without zod, which only the forms of accounts need.
  ['JS of online mode, after /', weigh(online), 36, 38],
  ['JS of /auth', weigh(js(auth)), 150, 150],
  ['CSS of /', weigh(css(home)), 16, 16.5],
  ['HTML with the splash', weigh(['index.html']), 6, 6],
  ['heaviest later chunk', heaviest(later.filter((file) => !firstTexts.includes(file))), 25, 50],
  ['heaviest language', heaviest(firstTexts), 14, 14],
  ['heaviest theme', heaviest(themes), 1, 2],
  // All six languages, which a player can choose without a network, are 260 KiB of it.
  ['precache, unpacked', precache(), 1440, 1500],
];

const say = (line: string) => process.stdout.write(`${line}\n`);
for (const [what, weight, aim, limit] of lines) {
  const verdict = weight > limit ? '  OVER' : weight > aim ? `  (aim ${aim})` : '';
  say(`${what.padEnd(38)}${weight.toFixed(1).padStart(7)} of ${limit} KiB${verdict}`);
}
if (lines.some(([, weight, , limit]) => weight > limit)) process.exitCode = 1;
