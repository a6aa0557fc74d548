import { serviceNames, services as topology, servicesThatUse, streamConsumers } from '@fifteen/topology';
import { isErrorCode } from '@fifteen/domain';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { routes, type Route } from '../packages/contract/src/routes.ts';
import { REPLAYABLE } from '../scripts/admin/events.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const ignored = new Set(['node_modules', 'dist', '.data', '.git', 'test-results', 'playwright-report']);
const pages = globSync('**/*.md', { cwd: root, exclude: (path) => ignored.has(basename(path)) }).sort();

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const manifest = (dir: string) =>
  JSON.parse(read(join(dir, 'package.json'))) as { name: string; scripts?: Record<string, string> };
const services = [...serviceNames].sort();
const workspaces = globSync(['proto', 'packages/*', 'services/*', 'web'], { cwd: root });

/** Returns the first group of each match. */
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first);
/** Returns the code of a page: its blocks, and texts between backticks. */
const codeOf = (page: string) => [...read(page).matchAll(/^```[^]*?^```|`[^`\n]+`/gm)].map(([code]) => code);
/** Returns the text of a page without its code. */
const proseOf = (page: string) => read(page).replace(/^```[^]*?^```|`[^`\n]+`/gm, '');

/** Returns the anchors of a page: headings, as GitHub names them, and `<a id>`. */
const anchorsOf = (page: string) => [
  ...[...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  ),
  ...found(read(page), /^<a id="([^"]+)"><\/a>$/gm),
];

/** Returns the targets of a page's links within the repository. */
const linksOf = (page: string) =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to).filter((to) => !/^\w+:/.test(to));

test.each(pages)('%s: every link leads somewhere', (page) => {
  for (const to of linksOf(page)) {
    const [path = '', anchor] = to.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), path));
    expect(existsSync(join(root, file)), to).toBe(true);
    if (anchor) expect(anchorsOf(file), to).toContain(anchor);
  }
});

test.each(pages)('%s: a link that shows a path leads to a file of that path', (page) => {
  for (const [, shown = '', to = ''] of read(page).matchAll(/\[`([\w./-]+\.\w+)`\]\(([^)\s#]+)/g))
    expect(`/${to}`, shown).toMatch(new RegExp(`/${shown.replaceAll('.', String.raw`\.`)}$`));
});

const readmes = pages.filter((page) => /^(?:services|packages|deploy|web)\/(?:.*\/)?README\.md$/.test(page));

test.each(readmes)('%s: a README has one page, at most 600 words', (page) => {
  expect(read(page).split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(600);
});

test.each([
  ['scripts', '*.ts'],
  ['test', '*.{test,nightly}.ts'],
])('%s/README.md lists every file: %s', (folder, pattern) => {
  const listed = found(read(`${folder}/README.md`), /`([\w.-]+\.ts)`[^|\n]*\|/g);
  expect(listed.sort()).toEqual(globSync(pattern, { cwd: join(root, folder) }).sort());
});

const records = globSync('docs/adr/0*.md', { cwd: root }).sort();

test.each(records)('%s: the index has its title and status', (page) => {
  const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read(page)) ?? [];
  const status = /^- Status: (.+)$/m.exec(read(page))?.[1]?.replaceAll(/\[(\d+)\]\([^)]+\)/g, '$1');
  const row = read('docs/adr/README.md')
    .split('\n')
    .find((line) => line.includes(`](${basename(page)})`));
  const [, link, decision, state] = row?.split('|').map((cell) => cell.trim()) ?? [];
  expect([link, decision, state]).toEqual([`[${number}](${basename(page)})`, title, status]);
});

/** The calls of the contract, with their parameters as `:`. */
const calls = new Set(
  Object.values(routes)
    .flatMap((group) => Object.values<Route>(group))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`),
);

test.each(pages)('%s: the calls of the API that it names are in the contract', (page) => {
  for (const [, call = ''] of read(page).matchAll(/`((?:GET|POST|PUT|DELETE) \/api\/[^`?{ ]+)`/g))
    expect(calls, call).toContain(call.replaceAll(/:\w+/g, ':'));
});

test('the first change can be followed: its line is in the file, its searches find it, its folders exist', () => {
  const page = read('docs/first-change.md');
  const [line = ''] = found(page, /has this line:\n\n```ts\n(.+)\n```/g);
  expect(read('packages/domain/src/limits.ts')).toContain(`${line}\n`);
  const places = found(page, /^git grep -n (.+)$/gm).map((words) =>
    execFileSync('sh', ['-c', `git grep -l ${words}`], { cwd: root, encoding: 'utf8' }),
  );
  expect(places).toHaveLength(3);
  for (const files of places) expect(files).toMatch(/^(?:packages|services)\/.+\.ts$/m);
  for (const path of found(page, /^git add (.+)$/gm).flatMap((paths) => paths.split(' ')))
    expect(existsSync(join(root, path)), path).toBe(true);
  expect(read('services/identity/test/names.test.ts')).toContain("['ai', 'USERNAME_RESERVED']");
});

test('every page of docs is reached from its index', () => {
  const reached = new Set(['docs/README.md']);
  for (const page of reached)
    for (const to of linksOf(page)) {
      const file = normalize(join(dirname(page), to.split('#')[0] ?? ''));
      if (pages.includes(file) && file.startsWith('docs/')) reached.add(file);
    }
  expect([...reached].sort()).toEqual(pages.filter((page) => page.startsWith('docs/')));
});

test.each(['README.md', 'docs/architecture.md'])(
  '%s: the picture has every service and every call',
  (page) => {
    const [picture = ''] = found(read(page), /^```mermaid\n(flowchart TD\n[^]*?)^```/gm);
    const edges = [...picture.matchAll(/^ {2}(\w+) --> (\w+)$/gm)].map(([, from, to]) => `${from} ${to}`);
    const calls = serviceNames.flatMap((from) =>
      topology[from].upstreams.map((upstream) => `${from} ${upstream}`),
    );
    expect(edges.sort()).toEqual(calls.sort());
    expect(found(picture, /^ {2}(\w+)\["/gm).sort()).toEqual(services);
  },
);

test('the README and the architecture name every service', () => {
  expect(found(read('README.md'), /\]\(services\/(\w+)\)/g).sort()).toEqual(services);
  const [, map = '', failures = ''] =
    /^## Services$([^]+)^## Outages$([^]+?)^## /m.exec(read('docs/architecture.md')) ?? [];
  expect(found(map, /^\| \[(\w+)\]\(\.\.\/services\/\1\/README\.md\) /gm).sort()).toEqual(services);
  expect(found(failures, /^\| (\w+) /gm)).toEqual(expect.arrayContaining(services));
});

test('the deployment guide sets up the database of every service that has one', () => {
  const loops = found(read('docs/deploy.md'), /^for service in (.+); do$/gm);
  const databases = servicesThatUse('postgres').sort();
  expect(loops.map((names) => names.split(' ').sort())).toEqual([databases]);
});

test('events that others consume can be replayed, and are after a restore', () => {
  const consumed = serviceNames.filter((name) => streamConsumers(name).length > 0).sort();
  expect([...REPLAYABLE].sort()).toEqual(consumed);
  expect(found(read('docs/runbooks/restore.md'), /events replay --service (\w+)/g).sort()).toEqual(consumed);
});

const makefile = read('Makefile');
const targets = [...makefile.matchAll(/^([\w-]+):(?!=)(.*)$/gm)]
  .map(([, name = '', rest = '']) => ({ name, help: rest.split('## ')[1] ?? '' }))
  .filter(({ name }) => name !== 'node_modules');

test('make help says in a line what each target does, and all are phony', () => {
  const phony = /^\.PHONY: (.*)$/m.exec(makefile.replaceAll('\\\n', ' '))?.[1]?.split(/\s+/) ?? [];
  for (const { name, help } of targets) expect(help, name).toMatch(/\S{2,}/);
  expect(phony.filter(Boolean).sort()).toEqual(targets.map(({ name }) => name).sort());
  const shown = new RegExp(/awk .*?'\/(.+?)\/\{/.exec(makefile)?.[1] ?? '(?!)');
  for (const { name, help } of targets) expect(`${name}: ## ${help}`).toMatch(shown);
});

test.each(pages)('%s: what is said to be made can be made', (page) => {
  for (const code of codeOf(page))
    for (const [, words = ''] of code.matchAll(/\bmake ((?:[a-z][\w-]*(?![\w=:/.-]) ?)+)/g))
      for (const target of words.trim().split(' '))
        expect([...targets.map(({ name }) => name), 'node_modules'], `make ${target} in ${page}`).toContain(
          target,
        );
});

/** Returns the scripts of the workspace that a command names, otherwise those of the root and of the page's workspace. */
function scriptsFor(page: string, line: string): string[] {
  const named = /(?:-w|--workspace)[ =](\S+?)[`\s]/.exec(`${line} `)?.[1];
  const places = named
    ? workspaces.filter((dir) => dir === named || manifest(dir).name === named)
    : ['.', ...workspaces.filter((dir) => page.startsWith(`${dir}/`))];
  return places.flatMap((dir) => Object.keys(manifest(dir).scripts ?? {}));
}

test.each(pages)('%s: what is said to be run by npm can be run', (page) => {
  for (const line of codeOf(page).flatMap((code) => code.split('\n')))
    for (const [, script = ''] of line.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g))
      expect(scriptsFor(page, line), line).toContain(script);
});

const testFolders = '{{packages,services}/*,charts/fifteen,deploy/observability,.}/test';
const testFiles = globSync(`${testFolders}/**/*.{test,nightly}.ts`, { cwd: root }).map(
  (file) => `./${normalize(file)}`,
);

/** Returns the paths that a command of Vitest names. `voucher` stands for the service that a page is about. */
const testsOf = (command: string): string[] =>
  command.split(/\s+/).filter((word) => word !== '' && !/^-|^web$|voucher/.test(word));

test.each(pages)('%s: the tests that it names are there', (page) => {
  for (const code of codeOf(page))
    for (const [, command = ''] of code.matchAll(/\bvitest run ([^#`\n]+)/g))
      for (const path of testsOf(command))
        expect(
          testFiles.some((file) => file.includes(path)),
          path,
        ).toBe(true);
});

test.each(globSync('proto/fifteen/**/*.proto', { cwd: root }))(
  '%s: every call says what it does, everything else what it is',
  (file) => {
    const lines = read(file).split('\n');
    const silent = lines.filter((line, index) => {
      const [, kind, name = ''] = /^\s*(rpc|service|enum|message) (\w+)/.exec(line) ?? [];
      // Requests and responses are described at their call.
      if (!kind || (kind === 'message' && /(Request|Response)$/.test(name))) return false;
      return !lines[index - 1]?.trim().startsWith('//');
    });
    expect(silent).toEqual([]);
  },
);

/** Codes that a service passes on from its upstreams, or raises in code that all services share. */
const SHARED_CODES: ReadonlySet<string> = new Set([
  'SERVICE_UNAVAILABLE',
  'INVALID',
  'STAKE_LIMIT',
  'INSUFFICIENT_COINS',
  'ALREADY_IN_GAME',
]);

test.each(services.filter((name) => existsSync(join(root, `proto/fifteen/${name}`))))(
  '%s: the errors that its proto names are in its code',
  (name) => {
    const proto = read(`proto/fifteen/${name}/v1/${name}.proto`).replaceAll(/\n *\/\/ /g, ' ');
    const named = [...proto.matchAll(/Errors: (.*?)\n/g)]
      .flatMap(([, list = '']) => list.match(/\b[A-Z]+(?:_[A-Z]+)*\b/g) ?? [])
      .filter(isErrorCode);
    expect(named).not.toEqual([]);
    const sources = globSync(`services/${name}/src/**/*.ts`, { cwd: root }).map(read).join('\n');
    const unknown = named.filter((code) => !SHARED_CODES.has(code) && !sources.includes(`'${code}'`));
    expect([...new Set(unknown)]).toEqual([]);
  },
);
