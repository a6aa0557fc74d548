import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { themes } from '../src/lib/state/themes.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const allTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules whose result depends on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Requires the same contrast of large text. axe takes all options or none, so the others repeat its defaults. */
const contrastOptions = {
  ignoreUnicode: true,
  ignoreLength: false,
  ignorePseudo: false,
  boldValue: 700,
  boldTextPt: 14,
  largeTextPt: 18,
  contrastRatio: { normal: { expected: 4.5 }, large: { expected: 4.5 } },
  pseudoSizeThreshold: 0.25,
  shadowOutlineEmMax: 0.2,
  textStrokeEmMin: 0.03,
};

const themeStyles = themes.map((theme) =>
  readFileSync(new URL(`../src/styles/themes/${theme}.css`, import.meta.url), 'utf8'),
);

/** Adds the styles of all themes to a page, which only loads those of the equipped theme. */
export async function addThemeStyles(page: Page): Promise<void> {
  await page.evaluate((texts) => {
    // Adopted, because the page's security policy rejects style elements.
    for (const text of texts) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets.push(sheet);
    }
  }, themeStyles);
}

async function checkThemes(
  page: Page,
  themes: readonly string[],
  within = page.locator('html'),
): Promise<string[]> {
  // Evaluated, because the page's security policy rejects script elements.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return within.evaluate(
    async (part, { themes, allTags, colourRules, contrastOptions }) => {
      const { configure, run } = (globalThis as unknown as { axe: typeof axe }).axe;
      configure({ checks: [{ id: 'color-contrast', options: contrastOptions }] });
      const root = document.documentElement;
      // Without transitions, colours change at once.
      const noTransitions = new CSSStyleSheet();
      noTransitions.replaceSync('* { transition: none !important }');
      document.adoptedStyleSheets.push(noTransitions);
      // Finishes what is still appearing.
      for (const animation of document.getAnimations())
        if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
      const found: string[] = [];
      for (const [index, theme] of themes.entries()) {
        root.dataset.theme = theme;
        await new Promise(requestAnimationFrame);
        const { violations } = await run(part, {
          runOnly: index === 0 ? { type: 'tag', values: allTags } : { type: 'rule', values: colourRules },
          resultTypes: ['violations'],
        });
        for (const { id, nodes } of violations)
          for (const { html, any } of nodes)
            found.push(`${theme}: ${id}: ${html} ${any.map(({ message }) => message).join(' ')}`);
      }
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== noTransitions);
      return found;
    },
    { themes, allTags, colourRules, contrastOptions },
  );
}

/** Expects that axe finds nothing on the page, or in a part of it, in the equipped theme. */
export async function expectAccessible(page: Page, within?: Locator): Promise<void> {
  const equipped = await page.evaluate(() => document.documentElement.dataset.theme ?? 'default');
  expect(await checkThemes(page, [equipped], within)).toEqual([]);
}

/** A commit checks the default theme, a night all: `src/styles/themes.test.ts` compares the colours of each. */
const checkedThemes = process.env.TESTS === 'all' ? themes : (['default'] as const);

/**
 * Expects that axe finds nothing on the page, or in a part of it, in any theme that this run checks. After a finding, the
 * test goes on with the next screen.
 */
export async function expectAccessibleInEveryTheme(
  page: Page,
  screen: string,
  within?: Locator,
): Promise<void> {
  expect.soft(await checkThemes(page, checkedThemes, within), screen).toEqual([]);
}
