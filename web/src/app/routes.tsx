import { Suspense, useDeferredValue, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { Route, Routes, useLocation, useNavigate, useNavigationType } from 'react-router';
import { AuthScreen, ResetPasswordPage, SessionGate, VerifyEmailPage } from '@/features/auth/index.ts';
import { GamesPage, ReviewPage } from '@/features/game-history/index.ts';
import { HomePage } from '@/features/home/index.ts';
import { AllTimePage } from '@/features/leaderboard/index.ts';
import { ShopPage } from '@/features/shop/index.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { onNavigationRequest } from '@/lib/navigation.ts';
import { PendingBar } from '@/lib/PendingBar.tsx';
import { useSession } from '@/entities/session/session.ts';
import { splashSeen, useSplashEnd } from '@/lib/splash.ts';
import { storage } from '@/lib/storage.ts';
import { LoadingScreen } from './shell/LoadingScreen.tsx';
import { usePageTitle } from './shell/usePageTitle.ts';

const NotFound = lazyComponent(async () => (await import('./shell/NotFoundPage.tsx')).NotFoundPage);
const Realtime = lazyComponent(async () => (await import('./Realtime.tsx')).Realtime);

/**
 * Fetches the code of home or of the sign-in page before the server has answered: the stored user decides. Rendering
 * before it has arrived would show the loading screen and delay the page by a third of a second.
 */
export const firstPage: Promise<unknown> = fetchFirst();

function fetchFirst(): Promise<unknown> {
  if (!storage.read('backup_user_data')) return AuthScreen.fetch();
  // Other pages wait for their own code: only the splash is before them.
  return location.pathname === '/' ? HomePage.fetch() : Promise.resolve();
}

/** Mounts with the page: a splash that this session has shown before ends with it. */
function SplashEnd() {
  useSplashEnd(splashSeen());
  return null;
}

/** Each page is a chunk of its own. */
const pages = (
  <>
    <Route path="/" element={<HomePage />} />
    <Route path="/auth" element={<AuthScreen />} />
    <Route path="/verify-email" element={<VerifyEmailPage />} />
    <Route path="/reset-password" element={<ResetPasswordPage />} />
    <Route path="/leaderboard" element={<AllTimePage />} />
    <Route path="/shop" element={<ShopPage />} />
    <Route path="/games" element={<GamesPage />} />
    <Route path="/games/:id" element={<ReviewPage />} />
    <Route path="*" element={<NotFound />} />
  </>
);

/** Does not follow a link to the page that is loading: it would add that page to the history once more. */
function ignoreRepeated(event: MouseEvent): void {
  const { target } = event;
  const isRepeated = target instanceof Element && target.closest('a')?.href === location.href;
  // With a key, it opens in a tab or window.
  if (isRepeated && !event.ctrlKey && !event.metaKey && !event.shiftKey) event.preventDefault();
}

/**
 * The page of the location; the session gate decides about access. The last page stays, below a bar, until the code of
 * the next one is loaded.
 */
export function AppRoutes() {
  const { status } = useSession();
  const current = useLocation();
  const shown = useDeferredValue(current);
  const isPending = shown !== current;
  const navigate = useNavigate();
  const type = useNavigationType();
  const begin = useEffectEvent(() => {
    // On the way back, the browser restores the position.
    if (type !== 'POP') scrollTo({ top: 0, behavior: 'instant' });
  });
  usePageTitle();
  useLayoutEffect(() => begin(), [shown.pathname]);
  useEffect(() => {
    if (!isPending) return undefined;
    document.addEventListener('click', ignoreRepeated, true);
    return () => document.removeEventListener('click', ignoreRepeated, true);
  }, [isPending]);
  useEffect(() => onNavigationRequest((path) => void navigate(path)), [navigate]);
  // Prefetches home once the sign-in page has been visible for 3 s.
  useEffect(() => {
    if (status !== 'out') return undefined;
    const next = setTimeout(() => void HomePage.fetch(), 3_000);
    return () => clearTimeout(next);
  }, [status]);
  return (
    <SessionGate location={shown} loading={<LoadingScreen />}>
      <Suspense fallback={<LoadingScreen />}>
        {isPending && <PendingBar />}
        <Routes location={shown}>{pages}</Routes>
        <SplashEnd />
      </Suspense>
      <Suspense>{status === 'in' && <Realtime />}</Suspense>
    </SessionGate>
  );
}
