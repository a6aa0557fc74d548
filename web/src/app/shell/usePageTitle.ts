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
}

function titleKeyOf(path: string, isSignedIn: boolean): ParseKeys | null {
  if (path === '/') return isSignedIn ? null : 'auth.title';
  if (path.startsWith('/games/')) return 'gameView.review';
  return titles[path] ?? 'app.notFound.title';
}
