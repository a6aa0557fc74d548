import { expect, type Locator, type Page, test } from '@playwright/test';
import ar from '../src/lib/i18n/locales/ar/first.json' with { type: 'json' };
import { cell, moves, visitHome } from './local.ts';
import { closeAll } from './online.ts';
import { expectHome, openVisitor } from './visitor.ts';

/** Expects a focus ring around the focused element, or around the element that represents it. */
async function expectRing(page: Page): Promise<void> {
  const ring = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      if (!at || at === document.body) return 'nothing is focused';
      const shown = (element: Element | null) => {
        if (!element) return false;
        const { outlineStyle, outlineWidth, opacity } = getComputedStyle(element);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && opacity !== '0';
      };
      // A radio button's ring is around its label or the picture beside it, that of a tile around the whole tile.
      const around = at.closest('label') ?? at;
      const tile = at.parentElement?.parentElement ?? null;
      return [at, around, tile, ...around.children].some(shown)
        ? ''
        : `no ring: ${at.outerHTML.slice(0, 200)}`;
    });
  await expect.poll(ring).toBe('');
}

/** Presses Tab until the target has the focus. Expects a focus ring at every stop. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 40; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    // After the last stop, the focus goes to the browser's own bar, then to the first.
    if (await page.evaluate(() => document.activeElement !== document.body)) await expectRing(page);
  }
  await expect(target).toBeFocused();
}

/** Tabs to the target and presses Enter. */
async function openByEnter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Chooses an item of the open menu. */
async function choose(page: Page, item: Locator): Promise<void> {
  const first = page.getByRole('menuitem').first();
  await expect(first).toBeFocused();
  await expectRing(page);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  while (!(await item.evaluate((element) => element === document.activeElement))) {
    const before = await focused();
    await page.keyboard.press('ArrowDown');
    // The menu moves the focus in a later task: a second key before that would go past the item.
    await expect.poll(focused).not.toBe(before);
  }
  await page.keyboard.press('Enter');
}

/** Closes the dialog with Escape, and expects the focus back on the target. */
async function closeTo(page: Page, target: Locator): Promise<void> {
  // A dialog listens to Escape from when it takes the focus.
  await expect(page.locator('[role=dialog]:focus-within')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(target).toBeFocused();
  await expectRing(page);
}

/** Moves the focus from one cell to another with the arrow keys. */
async function walkTo(page: Page, position: number): Promise<void> {
  const from = Number(await page.evaluate(() => document.activeElement?.getAttribute('data-cell')));
  const place = (at: number) => ({ row: Math.floor((at - 1) / 5), column: (at - 1) % 5 });
  const [here, there] = [place(from), place(position)];
  const steps = (by: number, forth: string, back: string) =>
    Array.from({ length: Math.abs(by) }, () => (by > 0 ? forth : back));
  for (const key of [
    ...steps(there.row - here.row, 'ArrowDown', 'ArrowUp'),
    ...steps(there.column - here.column, 'ArrowRight', 'ArrowLeft'),
  ])
    await page.keyboard.press(key);
  await expect(cell(page, position)).toBeFocused();
}

test('the keyboard alone plays a whole game against the computer', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visitHome(page);
  await tabTo(page, page.getByRole('radio', { name: 'Medium' }));
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Easy' })).toBeChecked();
  await tabTo(page, page.locator('[data-cell][tabindex="0"]'));

  const dialog = page.getByRole('dialog');
  const yourTurn = page.getByText('Your turn', { exact: true });
  let last = 0;
  let presses = 0;
  while (!(await dialog.isVisible())) {
    const empty = page.locator('[data-cell][aria-label$=", empty"]').first();
    last = Number(await empty.getAttribute('data-cell'));
    await walkTo(page, last);
    await expectRing(page);
    await page.keyboard.press('Enter');
    await expect(cell(page, last)).toHaveAttribute('aria-label', /, X/);
    presses += 1;
    // Whose turn it is follows in the frame after the piece's: until the answer, "Your turn" can be the last one.
    await expect(dialog.or(moves(page).nth(2 * presses - 1)).first()).toBeVisible();
    await expect(dialog.or(yourTurn)).toBeVisible();
  }
  await expect(dialog.getByRole('button', { name: 'Play Again' })).toBeFocused();
  await expectRing(page);
  await closeTo(page, cell(page, last));
});

test('single keys skip the bar, go to cells, mute, open the rules and list themselves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visitHome(page);
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.keyboard.press('7');
  await expect(cell(page, 7)).toBeFocused();
  await expectRing(page);
  // Repeated: on a busy machine the second digit may come more than a second after the first.
  await expect(async () => {
    await page.keyboard.type('12');
    await expect(cell(page, 12)).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(cell(page, 12)).toHaveAttribute('aria-label', /, X/);

  await page.keyboard.press('m');
  await expect(page.getByText('Sound off', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog', { name: 'Rules' })).toBeVisible();
  // An open dialog ignores shortcuts.
  await page.keyboard.press('?');
  await closeTo(page, cell(page, 12));
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await closeTo(page, cell(page, 12));
});

test('the keyboard alone changes theme and language, and reads the rules', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visitHome(page);
  const menu = page.getByRole('button', { name: 'Menu' });

  await openByEnter(page, menu);
  await choose(page, page.getByRole('menuitem', { name: 'Theme' }));
  await expect(page.locator('[role=dialog]:focus-within')).toBeVisible();
  await tabTo(page, page.getByRole('radio', { name: 'Classic' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Neon' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'neon');
  await closeTo(page, menu);

  const rules = page.getByRole('button', { name: 'Rules', exact: true });
  await openByEnter(page, rules);
  await expect(page.getByRole('dialog', { name: 'Game rules' })).toBeVisible();
  await expectRing(page);
  await closeTo(page, rules);

  const back = page.keyboard;
  while (!(await menu.evaluate((element) => element === document.activeElement)))
    await back.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await choose(page, page.getByRole('menuitem', { name: 'Language' }));
  await expect(page.getByRole('radio', { name: 'English' })).toBeFocused();
  await expectRing(page);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await closeTo(page, page.getByRole('button', { name: ar.home.menu.open }));
});

test('the keyboard alone enters as a guest', async ({ browser }) => {
  const visitor = await openVisitor(browser);
  const { page } = visitor;
  await openByEnter(page, page.getByRole('button', { name: 'Play as Guest' }));
  await expectHome(visitor);
  await tabTo(page, page.getByRole('button', { name: 'Menu' }));
  await closeAll(visitor);
});
