import { expect, type Page, test } from '@playwright/test';
import { addThemeStyles, expectAccessible, expectAccessibleInEveryTheme } from './axe.ts';
import { covered, cutOff, overlaps, smallTargets, smallText } from './layout.ts';
import {
  languages,
  openScreen,
  screens,
  showChat,
  showInvitation,
  startGame,
  swappedSeats,
  textWith,
} from './screens.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1440, height: 900 } };

/** Least sizes in pixels: of text, and of what can be pressed. */
const LEAST_TEXT = 13;
const LEAST_TARGET = 44;

for (const [size, options] of Object.entries({ phone, desktop }))
  test.describe(`axe finds nothing in any theme on a ${size}`, { tag: '@nightly' }, () => {
    test.use(options);
    for (const screen of screens)
      test(screen.name, async ({ page }) => {
        await openScreen(page, screen);
        await addThemeStyles(page);
        await expectAccessibleInEveryTheme(page, screen.name);
      });
  });

/** Expects that nothing is cut off or overlaps in a window of this size. */
async function expectWhole(page: Page, width: number, height: number, when = ''): Promise<void> {
  await page.setViewportSize({ width, height });
  const message = `${width} × ${height} ${when}`;
  await expect
    .configure({ soft: true })
    .poll(async () => [...(await cutOff(page)), ...(await overlaps(page))], { message })
    .toEqual([]);
}

// One test for all of it: half of its time is the opening of the screen.
test.describe('on a phone', () => {
  test.use(phone);
  for (const screen of screens)
    test(`${screen.name}: everything is large enough to read and to press, axe finds nothing, and nothing is cut off`, async ({
      page,
    }) => {
      await openScreen(page, screen);
      await expectAccessible(page);
      const soon = expect.configure({ soft: true });
      await soon.poll(() => smallText(page, LEAST_TEXT)).toEqual([]);
      await soon.poll(() => smallTargets(page, LEAST_TARGET)).toEqual([]);
      await expectWhole(page, 320, 568);
      // A window of 1280 × 1024 at a zoom of 400 %.
      await expectWhole(page, 320, 256);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
      await expectWhole(page, 390, 844, 'with large text');
      if (process.env.TESTS !== 'all') return;
      await expectWhole(page, 768, 1024, 'with large text');
      await expectWhole(page, 1280, 800, 'with large text');
    });
});

/** Phones upright and on their side, tablets with the result below the board and above it, and a desktop. */
const WINDOWS = [
  [320, 568],
  [390, 740],
  [390, 844],
  [667, 375],
  [844, 390],
  [768, 1024],
  [1024, 768],
  [1280, 800],
] as const;

test('a chat and an invitation leave the buttons of a result free', async ({ page }) => {
  const win = screens.find(({ name }) => name === 'win')!;
  const opened = await openScreen(page, win);
  for (const show of [showChat, showInvitation]) {
    await show(opened);
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      const message = `${show.name} ${width} × ${height}`;
      await expect
        .configure({ soft: true })
        .poll(() => covered(page, '[data-result]'), { message })
        .toEqual([]);
    }
  }
});

/** Returns the labels of checked radio buttons that look like those of unchecked ones. */
const unmarkedChoices = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('label:has(input[type=radio]:checked)')]
      .filter((label) => getComputedStyle(label).outlineStyle === 'none')
      .map((label) => label.textContent),
  );

test.describe('in forced colours, which remove backgrounds and shadows', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });
  for (const name of ['home', 'quick-match', 'achievements'] as const)
    test(`${name}: each chosen radio button is marked`, async ({ page }) => {
      const screen = screens.find((each) => each.name === name)!;
      await openScreen(page, screen);
      expect(await page.locator('input[type=radio]:checked').count()).toBeGreaterThan(0);
      expect(await unmarkedChoices(page)).toEqual([]);
    });
});

/** The longest text, and the highest letters. Nights check the other languages. */
const leastRoom: readonly string[] = ['es', 'hi'];
for (const language of languages) {
  const tag = leastRoom.includes(language) ? [] : '@nightly';
  test(
    `how one got the seat is to be read on the smallest phone (${language})`,
    { tag },
    async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 568 });
      const start = screens.find(({ name }) => name === 'game-start')!;
      const opened = await openScreen(page, start, { language });
      for (const how of ['drawn', 'swapped'] as const) {
        if (how === 'swapped') {
          await startGame(opened, 'g2', swappedSeats);
          await startGame(opened, 'g3');
        }
        const text = textWith(opened.texts.onlineGame.seat[how], 'side', 'X');
        const caption = page.locator('[data-side=X]').getByText(text);
        await expect(caption).toBeVisible();
        // The content of a truncated line is larger than its box.
        const cut = (one: Element) => [
          one.scrollHeight - one.clientHeight,
          one.scrollWidth - one.clientWidth,
        ];
        expect(Math.max(...(await caption.evaluate(cut))), how).toBeLessThanOrEqual(1);
      }
    },
  );
}
