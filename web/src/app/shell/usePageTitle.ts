import type { ParseKeys } from 'i18next';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '@/entities/session/session.ts';
import { useTurn } from '@/lib/state/turn.ts';

const NAME = 'Fifteen';

const titles: Record<string, ParseKeys> = {
  '/auth': 'auth.title',
  '/verify-email': 'auth.verify.title',
  '/reset-password': 'auth.reset.title',
  '/leaderboard': 'home.leaderboard',
  '/shop': 'home.menu.shop',
  '/games': 'home.menu.games',
};

/** The icon with a dot: a background tab shows with it that the player has to move. */
const BADGED_ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="116" fill="#101730"/>' +
    '<g fill="none" stroke-linecap="round" stroke-width="44"><path d="M104 176 248 336M248 176 104 336" stroke="#5cc8ff"/>' +
    '<circle cx="352" cy="256" r="76" stroke="#ffb454"/></g><circle cx="412" cy="100" r="96" fill="#ff5d5d"/></svg>',
)}`;

/** Sets the title of the document; the own turn in an online game comes first (WCAG 2.4.2). */
export function usePageTitle(): void {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { status } = useSession();
  const isOwnTurn = useTurn((turn) => turn.isOwn);
  const page = titleKeyOf(pathname, status === 'in');

  useEffect(() => {
    const names = [isOwnTurn ? `● ${t('gameView.yourTurn')}` : page && t(page), NAME];
    document.title = names.filter(Boolean).join(' – ');
  }, [t, page, isOwnTurn]);

  useEffect(() => (isOwnTurn ? badgeIcon() : undefined), [isOwnTurn]);
}

function titleKeyOf(path: string, isSignedIn: boolean): ParseKeys | null {
  if (path === '/') return isSignedIn ? null : 'auth.title';
  if (path.startsWith('/games/')) return 'gameView.review';
  return titles[path] ?? 'app.notFound.title';
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
