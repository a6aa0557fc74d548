import { useEffect } from 'react';
import { useTurn } from '@/lib/state/turn.ts';

/** The icon with a dot: a background tab shows with it that the player has to move. */
const BADGED_ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="116" fill="#3a141b"/>' +
    '<g fill="none" stroke-linecap="round" stroke-width="44"><path d="M104 176 248 336M248 176 104 336" stroke="#6fd3ff"/>' +
    '<circle cx="352" cy="256" r="76" stroke="#ffb04d"/></g><circle cx="412" cy="100" r="96" fill="#ff5d5d"/></svg>',
)}`;

/** Puts a dot on the icon while the player has to move in an online game. */
export function useTurnBadge(): void {
  const isOwnTurn = useTurn((turn) => turn.isOwn);
  useEffect(() => (isOwnTurn ? badgeIcon() : undefined), [isOwnTurn]);
}

/**
 * Puts a dot on the icon of the tab, and on that of the installed app where the system supports it.
 * @returns a function that removes it.
 */
function badgeIcon(): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const originalHref = icon?.href;
  if (icon) icon.href = BADGED_ICON;
  const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>;
  void setAppBadge?.call(navigator).catch(() => undefined);
  return () => {
    if (icon && originalHref) icon.href = originalHref;
    void clearAppBadge?.call(navigator).catch(() => undefined);
  };
}
