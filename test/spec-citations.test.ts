import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const ignored = new Set(['node_modules', 'dist', '.data', '.git', 'test-results', 'playwright-report']);
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const PAGES = ['play', 'around-play', 'guarantees'];
const pageFile = (page: string) => `docs/spec/${page}.md`;

/** Every file that can cite the specification, except the specification and this test. */
const files = globSync('**/*.{ts,tsx,js,mjs,proto,sql,md,yaml,yml,css}', {
  cwd: root,
  exclude: (path) => ignored.has(basename(path)),
}).filter((file) => !file.startsWith('docs/spec/') && file !== 'test/spec-citations.test.ts');

const anchorsOf = (file: string) => [...read(file).matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id);

/** The citations of a file, as `path#anchor`. */
const citationsOf = (file: string) =>
  [...read(file).matchAll(/\bspec\/([\w-]+\.md)(?:#([\w-]+(?:\.\d+)*))?/g)].map(([, page = '', anchor]) => ({
    page: `docs/spec/${page}`,
    anchor,
  }));

test('the anchors of the specification are unique and follow the numbers of its headings', () => {
  for (const page of PAGES) {
    const prefix = page === 'around-play' ? 'around' : page;
    const headings = [...read(pageFile(page)).matchAll(/^#{2,3} (\d+(?:\.\d+)*)\.? /gm)];
    const expected = headings.map(([, number]) => `${prefix}-${number}`);
    expect(anchorsOf(pageFile(page))).toEqual(expected);
    expect(new Set(expected).size).toBe(expected.length);
  }
});

test('every citation of the specification names a page and an anchor that exist', () => {
  const broken = files.flatMap((file) =>
    citationsOf(file)
      .filter(({ page, anchor }) => {
        if (!existsSync(join(root, page))) return true;
        return anchor !== undefined && !anchorsOf(page).includes(anchor);
      })
      .map(({ page, anchor }) => `${file}: ${page}#${anchor ?? ''}`),
  );
  expect(broken).toEqual([]);
});

test('no citation uses a name from before the specification was in the repository', () => {
  const gap = String.raw`(?:,?\s+(?:\*\s+|\/\/\s+|--\s+|#\s+)?)`;
  const old = new RegExp(
    String.raw`\bcore-of-play\b|\bwire-protocol\b|\baround-play\b(?!\.md)|\breliability${gap}(?:section )?\d`,
    'g',
  );
  const found = files.flatMap((file) => [...read(file).matchAll(old)].map(([text]) => `${file}: ${text}`));
  expect(found).toEqual([]);
});

test('comments cite a threat by its page and a number that exists', () => {
  const sources = files.filter((file) => /\/src\/.*\.tsx?$|\.sql$/.test(file));
  const numbers = new Set(
    [...read('docs/threats.md').matchAll(/^\| (\d+) +\|/gm)].map(([, number]) => number),
  );
  const cited = sources.flatMap((file) =>
    [...read(file).matchAll(/docs\/threats\.md, (\d+)/g)].map(([, number]) => ({ file, number })),
  );
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([]);
  expect(sources.filter((file) => /\bthreat \d/.test(read(file)))).toEqual([]);
});

test('no comment cites a page of documents that is not in the repository', () => {
  const missing = files
    .filter((file) => /\.(?:tsx?|css|sql|proto)$/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/(?<![\w./${}`'*-])((?:docs\/[\w/-]+|[\w-]+)\.md)\b/g)]
        .map(([, path = '']) => ({ file, path }))
        .filter(
          ({ path }) =>
            ![path, `docs/${path}`, join(dirname(file), path)].some((at) => existsSync(join(root, at))),
        )
        .map(({ path }) => `${file}: ${path}`),
    );
  expect(missing).toEqual([]);
});

test('links to decisions from the specification lead to files, and each is used', () => {
  for (const page of PAGES.map(pageFile)) {
    const text = read(page);
    const defined = [...text.matchAll(/^\[(decision \d+)\]: (\S+)$/gm)];
    for (const [, name = '', path = ''] of defined) {
      const file = normalize(join(dirname(page), path));
      expect(existsSync(join(root, file)), file).toBe(true);
      expect(Number(basename(file).slice(0, 4)), name).toBe(Number(name.slice('decision '.length)));
    }
    const names = defined.map(([, name]) => name);
    const used = [...text.matchAll(/\[decision\s+(\d+)\](?!:)/g)].map(([, number]) => `decision ${number}`);
    expect([...new Set(used)].sort(), page).toEqual(names.sort());
  }
});

/** Where the names of a column of the index lead. */
const COLUMNS = [undefined, 'services', 'services/gateway/src', 'web/src/features', ''];

test('the index of the specification names folders and files that exist', () => {
  const rows = read('docs/spec/README.md')
    .split('\n')
    .filter((line) => line.startsWith('| ['))
    .map((line) => line.split('|').slice(1, -1));
  const missing = rows
    .filter((cells) => cells.length === COLUMNS.length)
    .flatMap((cells) =>
      cells.flatMap((cell, column) => {
        const folder = COLUMNS[column];
        if (folder === undefined) return [];
        return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => join(folder, name));
      }),
    )
    .filter((path) => !existsSync(join(root, path)));
  expect([...new Set(missing)].sort()).toEqual([]);
});

test('the list of rules and their code names files that exist, and names in them', () => {
  const cells = read('docs/spec/rules.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').at(-2) ?? '');
  const missing: string[] = [];
  let paths = 0;
  for (const cell of cells) {
    let path = '';
    for (const [, name = ''] of cell.matchAll(/`([^`]+)`/g)) {
      if (name.includes('/')) {
        paths += 1;
        path = name;
        if (!existsSync(join(root, path))) missing.push(path);
      } else if (!read(path).includes(name)) missing.push(`${path}: ${name}`);
    }
  }
  expect(paths).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

test('the list of rules cites sections that exist', () => {
  const links = [...read('docs/spec/rules.md').matchAll(/\(([\w-]+)\.md#([\w.-]+)\)/g)];
  const broken = links
    .filter(([, page = '']) => PAGES.includes(page))
    .filter(([, page = '', anchor]) => !anchorsOf(pageFile(page)).includes(anchor));
  expect(broken.map(([link]) => link)).toEqual([]);
});

test('the index of the specification has every chapter', () => {
  const index = read('docs/spec/README.md');
  const cited = [...index.matchAll(/\]\(([\w-]+)\.md#([\w-]+)(?:\.\d+)?\)/g)].map(
    ([, page, chapter]) => `${page}#${chapter}`,
  );
  const chapters = PAGES.flatMap((page) =>
    anchorsOf(pageFile(page))
      .filter((anchor) => !anchor?.includes('.'))
      .map((anchor) => `${page}#${anchor}`),
  );
  expect(chapters.filter((chapter) => !cited.includes(chapter))).toEqual([]);
});
