import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { wordmark } from '../src/art/wordmark.ts';

const read = (path: string) => readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8');

/** Of every theme, the few tokens that the splash is drawn with. */
function criticalThemes(): string {
  const wanted = /--(bg|text|muted|accent|line): ([^;]+);/g;
  return [...read('styles/themes.css').matchAll(/([^{}]*)\{([^}]*)\}/g)]
    .map(([, selector = '', body = '']) => {
      const name = /data-theme='(\w+)'/.exec(selector)?.[1];
      const tokens = [...body.matchAll(wanted)].map(([, token, value]) => `--${token}:${value}`).join(';');
      return `${name === 'default' ? ':root' : `[data-theme=${name}]`}{${tokens}}`;
    })
    .join('');
}

/** The splash's words in every language, so that it speaks the right one before any script of the app is there. */
function splashTexts(): string {
  const locales = readdirSync(new URL('../src/i18n/locales', import.meta.url));
  const texts = locales.map((locale) => {
    const of = (file: string) => JSON.parse(read(`i18n/locales/${locale}/${file}.json`));
    return [locale, [of('auth').tagline, of('app').loading, of('app').credit]];
  });
  return JSON.stringify(Object.fromEntries(texts));
}

const letters = wordmark.letters.map((d) => `<path pathLength="1" d="${d}"/>`).join('');
const drawing = `<svg viewBox="${wordmark.viewBox}" role="img" aria-label="Fifteen">${letters}</svg>`;

/**
 * Fills index.html from the sources that own what it shows: the themes, the texts, the drawn name. So the splash is
 * static HTML and still cannot come apart from the app.
 */
export function html(): Plugin {
  return {
    name: 'fifteen-html',
    transformIndexHtml: {
      order: 'pre',
      handler: (page) =>
        page
          .replace('/*themes*/', criticalThemes())
          .replace('{/*texts*/}', splashTexts())
          .replace('<!--wordmark-->', drawing),
    },
  };
}
