import { Suspense, useEffect } from 'react';
import { Route, Routes, useNavigate } from 'react-router';
import { AuthScreen, ResetPasswordPage, SessionGate, VerifyEmailPage } from '@/features/auth/index.ts';
import { GamesPage, ReviewPage } from '@/features/game-history/index.ts';
import { HomePage } from '@/features/home/index.ts';
import { AllTimePage } from '@/features/leaderboard/index.ts';
import { ShopPage } from '@/features/shop/index.ts';
import { lazily } from '@/lib/lazily.ts';
import { onNavigationRequest } from '@/lib/navigation.ts';
import { useSession } from '@/entities/session/session.ts';
import { splashSeen, useSplashEnd } from '@/lib/splash.ts';
import { storage } from '@/lib/storage.ts';
import { LoadingScreen } from './shell/LoadingScreen.tsx';
import { usePageTitle } from './shell/usePageTitle.ts';

const NotFound = lazily(async () => (await import('./shell/NotFoundPage.tsx')).NotFoundPage);
const Realtime = lazily(async () => (await import('./Realtime.tsx')).Realtime);

/**
 * The code of home or of the front door, whichever is needed: this browser knows before the server has answered. A user who
 * draws before it is there gets the loading screen first, and the page a third of a second later than it could be.
 */
export const firstPage: Promise<unknown> = fetchFirst();

function fetchFirst(): Promise<unknown> {
  if (!storage.read('backup_user_data')) return AuthScreen.fetch();
  // The other pages draw themselves after their code has come: nothing is before them but the splash.
  return location.pathname === '/' ? HomePage.fetch() : Promise.resolve();
}

/** Mounts together with the page: a splash that this session has seen before ends with it. */
function SplashEnd() {
  useSplashEnd(splashSeen());
  return null;
}

/** Every page is its own chunk, and who may be where is the gate's to say. */
export function AppRoutes() {
  const { status } = useSession();
  const navigate = useNavigate();
  usePageTitle();
  useEffect(() => onNavigationRequest((path) => void navigate(path)), [navigate]);
  // Prefetches home once the sign-in page has been visible for 3 s.
  useEffect(() => {
    if (status !== 'out') return undefined;
    const next = setTimeout(() => void HomePage.fetch(), 3_000);
    return () => clearTimeout(next);
  }, [status]);
  return (
    <SessionGate loading={<LoadingScreen />}>
      <Suspense fallback={<LoadingScreen />}>
        <Routes>
          <Route path="/" element={<HomePage />} />
          <Route path="/auth" element={<AuthScreen />} />
          <Route path="/verify-email" element={<VerifyEmailPage />} />
          <Route path="/reset-password" element={<ResetPasswordPage />} />
          <Route path="/leaderboard" element={<AllTimePage />} />
          <Route path="/shop" element={<ShopPage />} />
          <Route path="/games" element={<GamesPage />} />
          <Route path="/games/:id" element={<ReviewPage />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
        <SplashEnd />
      </Suspense>
      <Suspense>{status === 'in' && <Realtime />}</Suspense>
    </SessionGate>
  );
}
