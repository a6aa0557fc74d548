import { expect, type Page, test } from '@playwright/test';
import ar from '../src/lib/i18n/locales/ar/first.json' with { type: 'json' };
import en from '../src/lib/i18n/locales/en/first.json' with { type: 'json' };
import { addThemeStyles, expectAccessibleInEveryTheme } from './axe.ts';
import { cell, visitHome } from './local.ts';

const words = { en, ar };

/** Opens a page of the app without loading it again. The router reads the address at a popstate event. */
const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

for (const language of ['en', 'ar'] as const) {
  const { auth, home, matchmaking, gameView } = words[language];

  // Colours do not depend on the language. Each commit checks Arabic in the default theme.
  const tag = language === 'ar' ? '@nightly' : [];
  test.describe(`axe finds nothing in any theme (${language})`, { tag }, () => {
    let page: Page;

    test.beforeEach(async ({ page: fresh }) => {
      page = fresh;
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await visitHome(page, { language });
      await addThemeStyles(page);
    });

    const menu = async (item: string) => {
      await page.getByRole('button', { name: home.menu.open }).click();
      await page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    };

    const closeDialog = async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    };

    test('at home, its menu and its dialogs', async () => {
      await expectAccessibleInEveryTheme(page, 'home');
      await page.getByRole('button', { name: home.menu.open }).click();
      // Loaded at its first use: Escape before that would close nothing.
      await expect(page.getByRole('menuitem').first()).toBeVisible();
      await expectAccessibleInEveryTheme(page, 'menu');
      await page.keyboard.press('Escape');
      // A click on the button while the menu is still open would close it.
      await expect(page.getByRole('menuitem').first()).toBeHidden();
      for (const item of ['settings', 'theme', 'language'] as const) {
        await menu(home.menu[item]);
        await expectAccessibleInEveryTheme(page, item);
        await closeDialog();
      }
      await menu(auth.upgrade.title);
      await expectAccessibleInEveryTheme(page, 'upgrade');
      await closeDialog();
      await page.getByRole('button', { name: gameView.rules, exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessibleInEveryTheme(page, 'rules');
      await closeDialog();
      await page.getByRole('radio', { name: home.mode.online }).check();
      await expectAccessibleInEveryTheme(page, 'online');
      await page.getByRole('button', { name: matchmaking.find }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessibleInEveryTheme(page, 'quick match');
    });

    // Each commit checks a game and its win in the default theme (local-play.spec.ts).
    test('in a game on one device, and at its end', { tag: '@nightly' }, async () => {
      const play = async (...positions: number[]) => {
        for (const position of positions) await cell(page, position).click();
      };
      await page.getByRole('radio', { name: home.mode.passPlay }).check();
      await play(2, 1, 7, 3);
      await expectAccessibleInEveryTheme(page, 'game');
      await play(12);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessibleInEveryTheme(page, 'win');
      await page.getByRole('button', { name: gameView.lookAtBoard }).click();
      await expectAccessibleInEveryTheme(page, 'finished board');
      await page.getByRole('radio', { name: home.mode.ai }).check();
      await page.getByRole('radio', { name: home.mode.passPlay }).check();
      await play(1, 2, 3, 6, 5, 4, 7, 8, 9, 11, 10, 13, 12, 15, 14);
      await expect(page.getByRole('dialog', { name: gameView.draw })).toBeVisible();
      await expectAccessibleInEveryTheme(page, 'draw');
    });

    test('on the pages for codes, on an unknown page, and on the sign-in page', async () => {
      await goTo(page, '/verify-email');
      await expect(page.getByRole('heading', { name: auth.verify.title })).toBeVisible();
      await expectAccessibleInEveryTheme(page, 'verify');
      await page.getByRole('button', { name: auth.verify.action }).click();
      await expectAccessibleInEveryTheme(page, 'verify, empty');
      await goTo(page, '/reset-password');
      await expect(page.getByRole('heading', { name: auth.reset.title })).toBeVisible();
      await expectAccessibleInEveryTheme(page, 'reset');
      await goTo(page, '/nowhere');
      await expect(page.getByRole('heading', { name: /404/ })).toBeVisible();
      await expectAccessibleInEveryTheme(page, 'not found');
    });
  });
}
