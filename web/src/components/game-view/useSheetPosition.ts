import { type RefObject, useLayoutEffect } from 'react';

/** Distance to the board in pixels. */
const GAP = 8;

/**
 * Gives a sheet the height between the board and the end of the screen, so that it covers no cell. In a low
 * window with more space above the board, the sheet is above it. A sheet that its title and actions alone would fill
 * scrolls as a whole. In a column beside the board, the style sheet ignores position and height.
 */
function positionSheet(sheet: HTMLElement): void {
  const board = document.querySelector('[data-board]')?.getBoundingClientRect();
  if (!board) return;
  const bar = document.querySelector<HTMLElement>('[data-actions]');
  const top = document.querySelector('header')?.offsetHeight ?? 0;
  sheet.removeAttribute('data-above');
  sheet.removeAttribute('data-tight');
  if (bar && getComputedStyle(bar).position === 'fixed')
    sheet.style.setProperty('--bar', `${bar.offsetHeight}px`);
  sheet.style.setProperty('--top', `${top}px`);
  const below = innerHeight - (parseFloat(getComputedStyle(sheet).bottom) || 0) - board.bottom - GAP;
  const spaceAbove = board.top - top - GAP;
  const isAbove = below < sheet.scrollHeight && spaceAbove > below;
  sheet.toggleAttribute('data-above', isAbove);
  sheet.style.setProperty('--room', `${Math.floor(isAbove ? spaceAbove : below)}px`);
  const fixed = [sheet.firstElementChild, sheet.lastElementChild] as (HTMLElement | null)[];
  const requiredHeight = fixed.reduce((sum, part) => sum + (part?.offsetHeight ?? 0), 0);
  sheet.toggleAttribute('data-tight', requiredHeight > sheet.clientHeight);
}

/** Places a sheet when it opens, and again whenever the board moves on the screen. */
export function useSheetPosition(sheet: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const update = () => sheet.current && positionSheet(sheet.current);
    update();
    // The page follows a new width of the window a moment later.
    const layout = new ResizeObserver(update);
    layout.observe(document.body);
    addEventListener('resize', update);
    addEventListener('scroll', update, { passive: true });
    return () => {
      layout.disconnect();
      removeEventListener('resize', update);
      removeEventListener('scroll', update);
    };
  }, [sheet]);
}
