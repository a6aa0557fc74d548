import { readdirSync, readFileSync } from 'node:fs';
import type { IndexHtmlTransformContext, Plugin } from 'vite';
import { wordmark } from '../src/components/brand/wordmark.ts';

const read = (path: string) => readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8');

/** Of every theme, the few tokens that the splash is drawn with. */
function criticalThemes(): string {
  const colours = /--(bg|text|muted|accent|line): ([^;]+);/g;
  return [...read('styles/themes.css').matchAll(/([^{}]*)\{([^}]*)\}/g)]
    .map(([, selector = '', body = '']) => {
      const name = /data-theme='(\w+)'/.exec(selector)?.[1];
      const tokens = [...body.matchAll(colours)].map(([, token, value]) => `--${token}:${value}`).join(';');
      return `${name === 'default' ? ':root' : `[data-theme=${name}]`}{${tokens}}`;
    })
    .join('');
}

/** The splash's words in every language, so that it speaks the right one before any script of the app is there. */
function splashTexts(): string {
  const locales = readdirSync(new URL('../src/lib/i18n/locales', import.meta.url));
  const texts = locales.map((locale) => {
    const { auth, app } = JSON.parse(read(`lib/i18n/locales/${locale}/first.json`));
    return [locale, [auth.tagline, app.loading, app.credit]];
  });
  return JSON.stringify(Object.fromEntries(texts));
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/** A chunk's files and those of everything that it imports. */
function filesOf(bundle: Bundle, name: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || seen.has(name)) return seen;
  seen.add(name);
  for (const file of chunk.viteMetadata?.importedCss ?? []) seen.add(file);
  for (const imported of chunk.imports) filesOf(bundle, imported, seen);
  return seen;
}

/**
 * The files of home, of the sign-in page and of each language, beyond those that every visit loads. The script in the page
 * knows at once which of them this browser needs; the app would know a second later on a slow connection.
 */
function filesAhead(bundle: Bundle): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const always = filesOf(bundle, chunks.find(({ isEntry }) => isEntry)?.fileName ?? '');
  const ahead = (module: string) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (!chunk) throw new Error(`${module} has no chunk: update its path in scripts/html.ts`);
    return [...filesOf(bundle, chunk.fileName)].filter((file) => !always.has(file));
  };
  const locales = readdirSync(new URL('../src/lib/i18n/locales', import.meta.url));
  return JSON.stringify({
    home: ahead('home/components/HomePage.tsx'),
    auth: ahead('auth/components/AuthScreen.tsx'),
    ...Object.fromEntries(locales.map((locale) => [locale, ahead(`locales/${locale}/first.json`)])),
  });
}

const letters = wordmark.letters.map((d) => `<path pathLength="1" d="${d}"/>`).join('');
const drawing = `<svg viewBox="${wordmark.viewBox}" role="img" aria-label="Fifteen">${letters}</svg>`;

/**
 * Fills index.html from the sources that own what it shows: the themes, the texts, the drawn name. So the splash is
 * static HTML and still cannot come apart from the app.
 */
const splash: Plugin = {
  name: 'fifteen-splash',
  transformIndexHtml: {
    order: 'pre',
    handler: (page) =>
      page
        .replace('/*themes*/', criticalThemes())
        .replace('{/*texts*/}', splashTexts())
        .replace('<!--wordmark-->', drawing),
  },
};

/** Adds the files to preload to index.html; in development there is nothing to list. */
const ahead: Plugin = {
  name: 'fifteen-ahead',
  transformIndexHtml: {
    order: 'post',
    handler: (page, { bundle }) => (bundle ? page.replace('{/*ahead*/}', filesAhead(bundle)) : page),
  },
};

/**
 * A style sheet in the head holds up the first paint, which is the splash's and brings its own styles. After the splash
 * it holds up only what follows: the app, which is not to be seen without.
 */
const styles: Plugin = {
  name: 'fifteen-styles',
  transformIndexHtml: {
    order: 'post',
    handler(page) {
      const sheets: string[] = [];
      const rest = page.replace(/\s*(<link rel="stylesheet"[^>]*>)/g, (_, sheet: string) => {
        sheets.push(sheet);
        return '';
      });
      return rest.replace('<!--styles-->', sheets.join('\n    '));
    },
  },
};

export const html: Plugin[] = [splash, ahead, styles];
