import { expect, type Locator, type Page, test } from '@playwright/test';
import ar from '../src/lib/i18n/locales/ar/first.json' with { type: 'json' };
import { cell, visitHome } from './local.ts';
import { part } from './online.ts';
import { expectHome, openVisitor } from './visitor.ts';

/** Whatever has the focus shows it, by a ring around itself or around what stands for it. */
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
      // A radio button is drawn by its label, or by the picture beside it.
      // A tile whose whole area is a button shows it around itself.
      const around = at.closest('label') ?? at;
      const tile = at.parentElement?.parentElement ?? null;
      return [at, around, tile, ...around.children].some(shown)
        ? ''
        : `no ring: ${at.outerHTML.slice(0, 200)}`;
    });
  await expect.poll(ring).toBe('');
}

/** Tabs until that has the focus; every stop on the way can be seen. */
async function reach(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 40; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    // Past the last stop comes the browser's own bar, and then the first.
    if (await page.evaluate(() => document.activeElement !== document.body)) await expectRing(page);
  }
  await expect(target).toBeFocused();
}

/** Opens with Enter what that leads to, and sees where the focus is in it. */
async function enter(page: Page, target: Locator): Promise<void> {
  await reach(page, target);
  await page.keyboard.press('Enter');
}

/** Chooses an item of the open menu. */
async function choose(page: Page, item: Locator): Promise<void> {
  const first = page.getByRole('menuitem').first();
  await expect(first).toBeFocused();
  await expectRing(page);
  while (!(await item.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press('ArrowDown');
    await expect(first).not.toBeFocused();
  }
  await page.keyboard.press('Enter');
}

/** Leaves the dialog; the focus goes back to what opened it. */
async function leaveTo(page: Page, target: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(target).toBeFocused();
  await expectRing(page);
}

/** Walks to a cell with the arrows, from the one that has the focus. */
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
  await reach(page, page.getByRole('radio', { name: 'Medium' }));
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Easy' })).toBeChecked();
  await reach(page, page.locator('[data-cell][tabindex="0"]'));

  const dialog = page.getByRole('dialog');
  const yourTurn = page.getByText('Your turn', { exact: true });
  let last = 0;
  while (!(await dialog.isVisible())) {
    const empty = page.locator('[data-cell][aria-label$=", empty"]').first();
    last = Number(await empty.getAttribute('data-cell'));
    await walkTo(page, last);
    await expectRing(page);
    await page.keyboard.press('Enter');
    await expect(cell(page, last)).toHaveAttribute('aria-label', /, X/);
    await expect(dialog.or(yourTurn)).toBeVisible();
  }
  await expect(dialog.getByRole('button', { name: 'Play Again' })).toBeFocused();
  await expectRing(page);
  await leaveTo(page, cell(page, last));
});

test('single keys skip the bar, go to cells, mute, open the rules and list themselves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visitHome(page);
  await reach(page, page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.keyboard.press('7');
  await expect(cell(page, 7)).toBeFocused();
  await expectRing(page);
  await page.keyboard.type('12');
  await expect(cell(page, 12)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cell(page, 12)).toHaveAttribute('aria-label', /, X/);

  await page.keyboard.press('m');
  await expect(page.getByText('Sound off', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog', { name: 'Rules' })).toBeVisible();
  // A dialog is closed before the next shortcut counts.
  await page.keyboard.press('?');
  await leaveTo(page, cell(page, 12));
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await leaveTo(page, cell(page, 12));
});

test('the keyboard alone changes theme and language, and reads the rules', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visitHome(page);
  const menu = page.getByRole('button', { name: 'Menu' });

  await enter(page, menu);
  await choose(page, page.getByRole('menuitem', { name: 'Theme' }));
  await reach(page, page.getByRole('radio', { name: 'Classic' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Neon' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'neon');
  await leaveTo(page, menu);

  const rules = page.getByRole('button', { name: 'Rules', exact: true });
  await enter(page, rules);
  await expect(page.getByRole('dialog', { name: 'Game rules' })).toBeVisible();
  await expectRing(page);
  await leaveTo(page, rules);

  const back = page.keyboard;
  while (!(await menu.evaluate((element) => element === document.activeElement)))
    await back.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await choose(page, page.getByRole('menuitem', { name: 'Language' }));
  await expect(page.getByRole('radio', { name: 'English' })).toBeFocused();
  await expectRing(page);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await leaveTo(page, page.getByRole('button', { name: ar.home.menu.open }));
});

test('the keyboard alone enters as a guest', async ({ browser }) => {
  const who = await openVisitor(browser);
  const { page } = who;
  await enter(page, page.getByRole('button', { name: 'Play as Guest' }));
  await expectHome(who);
  await reach(page, page.getByRole('button', { name: 'Menu' }));
  await part(who);
});
