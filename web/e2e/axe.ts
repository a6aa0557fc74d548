import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { themes } from '../src/lib/state/themes.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What a theme can change: all else that axe looks at is the same in each. */
const ofColour = ['color-contrast', 'link-in-text-block'];

/** Large text needs as much contrast as any other; the other values are those of axe, which takes all or none. */
const strict = {
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

const art = themes.map((theme) =>
  readFileSync(new URL(`../src/styles/themes/${theme}.css`, import.meta.url), 'utf8'),
);

/** Gives a page the art of every theme: of itself it has only the one it has equipped. */
export async function dress(page: Page): Promise<void> {
  await page.evaluate((texts) => {
    // Adopted, not added as an element: that the page's security policy would reject.
    for (const text of texts) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets.push(sheet);
    }
  }, art);
}

async function checkThemes(
  page: Page,
  themes: readonly string[],
  within = page.locator('html'),
): Promise<string[]> {
  // Evaluated, not added as a script: that the page's security policy would reject.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return within.evaluate(
    async (part, { themes, everything, ofColour, strict }) => {
      const { configure, run } = (globalThis as unknown as { axe: typeof axe }).axe;
      configure({ checks: [{ id: 'color-contrast', options: strict }] });
      const root = document.documentElement;
      // Colours change by transitions: here at once.
      const still = new CSSStyleSheet();
      still.replaceSync('* { transition: none !important }');
      document.adoptedStyleSheets.push(still);
      // What appears by an animation is looked at as it then stays.
      for (const moving of document.getAnimations())
        if (Number.isFinite(moving.effect?.getComputedTiming().endTime)) moving.finish();
      const found: string[] = [];
      for (const [index, theme] of themes.entries()) {
        root.dataset.theme = theme;
        await new Promise(requestAnimationFrame);
        const { violations } = await run(part, {
          runOnly: index === 0 ? { type: 'tag', values: everything } : { type: 'rule', values: ofColour },
          resultTypes: ['violations'],
        });
        for (const { id, nodes } of violations)
          for (const { html, any } of nodes)
            found.push(`${theme}: ${id}: ${html} ${any.map(({ message }) => message).join(' ')}`);
      }
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
      return found;
    },
    { themes, everything, ofColour, strict },
  );
}

/** axe finds nothing on the page as it stands, or in a part of it. */
export async function expectAccessible(page: Page, within?: Locator): Promise<void> {
  const equipped = await page.evaluate(() => document.documentElement.dataset.theme ?? 'default');
  expect(await checkThemes(page, [equipped], within)).toEqual([]);
}

/**
 * axe finds nothing on the page, or in a part of it, in any theme; a finding does not keep the test from going on to the
 * next screen.
 */
export async function expectAccessibleInEveryTheme(
  page: Page,
  screen: string,
  within?: Locator,
): Promise<void> {
  expect.soft(await checkThemes(page, themes, within), screen).toEqual([]);
}
