import { expect, test } from '@playwright/test';
import { addThemeStyles } from './axe.ts';
import taken from './pictures/browser.json' with { type: 'json' };
import { openScreen, type ScreenName, screens } from './screens.ts';

/** The most important screens. */
const shown: readonly ScreenName[] = [
  'sign-in',
  'newcomer',
  'on-turn',
  'win',
  'review',
  'shop',
  'quick-match',
  'settings',
  'leaderboard',
  'friends',
];
const themes = ['default', 'minimalist'] as const;
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

// Another version smooths letters differently, and so does the browser of another distribution.
test.skip(
  ({ launchOptions }) => launchOptions.executablePath !== taken.executablePath,
  `the stored pictures are those of ${taken.executablePath}`,
);
test.beforeEach(({ browser }) => {
  const major = Number.parseInt(browser.version(), 10);
  const reason = `the stored pictures are those of Chromium ${taken.major}, not ${major}`;
  // In CI it fails: Debian’s package moves on each month, and no later night would compare a picture.
  test.skip(major !== taken.major && !process.env.CI, reason);
  expect(major, reason).toBe(taken.major);
});
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [size, viewport] of Object.entries(sizes))
  test.describe(`on a ${size}`, { tag: '@nightly' }, () => {
    test.use({ viewport, hasTouch: size === 'phone', isMobile: size === 'phone' });

    for (const screen of screens.filter(({ name }) => shown.includes(name)))
      test(`${screen.name} looks as in the stored pictures`, async ({ page }) => {
        await openScreen(page, screen);
        await addThemeStyles(page);
        await page.mouse.move(0, 0);
        await page.waitForLoadState('networkidle');
        for (const theme of themes) {
          await page.evaluate((look) => (document.documentElement.dataset.theme = look), theme);
          await expect.soft(page).toHaveScreenshot(`${screen.name}-${theme}-${size}.png`);
        }
      });
  });
