import { Suspense, useEffect } from 'react';
import { Route, Routes, useNavigate } from 'react-router';
import { SessionGate } from '@/features/auth/components/SessionGate.tsx';
import { withLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';
import { onNavigationRequest } from '@/lib/navigation.ts';
import { useSession } from '@/entities/session/session.ts';
import { splashSeen, useSplashEnd } from '@/lib/splash.ts';
import { storage } from '@/lib/storage.ts';
import { LoadingScreen } from './shell/LoadingScreen.tsx';
import { usePageTitle } from './shell/usePageTitle.ts';

const Home = lazily(async () => (await import('@/features/home/components/HomePage.tsx')).HomePage);
const Auth = lazily(async () => (await import('@/features/auth/components/AuthScreen.tsx')).AuthScreen);
const VerifyEmail = lazily(
  async () => (await import('@/features/auth/components/VerifyEmailPage.tsx')).VerifyEmailPage,
);
const ResetPassword = lazily(
  async () => (await import('@/features/auth/components/ResetPasswordPage.tsx')).ResetPasswordPage,
);
const Games = lazily(
  async () => (await withLaterTexts(import('@/features/game-history/components/GamesRoute.tsx'))).GamesRoute,
);
const Review = lazily(
  async () =>
    (await withLaterTexts(import('@/features/game-history/components/ReviewRoute.tsx'))).ReviewRoute,
);
const AllTime = lazily(
  async () =>
    (await withLaterTexts(import('@/features/leaderboard/components/AllTimeRoute.tsx'))).AllTimeRoute,
);
const Shop = lazily(
  async () => (await withLaterTexts(import('@/features/shop/components/ShopRoute.tsx'))).ShopRoute,
);
const NotFound = lazily(async () => (await import('./shell/NotFoundPage.tsx')).NotFoundPage);
const Realtime = lazily(async () => (await import('./Realtime.tsx')).Realtime);

/**
 * The code of home or of the front door, whichever is needed: this browser knows before the server has answered. Whoever
 * draws before it is there gets the loading screen first, and the page a third of a second later than it could be.
 */
export const firstPage: Promise<unknown> = fetchFirst();

function fetchFirst(): Promise<unknown> {
  if (!storage.read('backup_user_data')) return Auth.fetch();
  // The other pages draw themselves after their code has come: nothing is before them but the splash.
  return location.pathname === '/' ? Home.fetch() : Promise.resolve();
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
  // Whoever stands at the door will want home next; not before the splash is over and the door itself is there.
  useEffect(() => {
    if (status !== 'out') return undefined;
    const next = setTimeout(() => void Home.fetch(), 3_000);
    return () => clearTimeout(next);
  }, [status]);
  return (
    <SessionGate loading={<LoadingScreen />}>
      <Suspense fallback={<LoadingScreen />}>
        <Routes>
          <Route path="/" element={<Home />} />
          <Route path="/auth" element={<Auth />} />
          <Route path="/verify-email" element={<VerifyEmail />} />
          <Route path="/reset-password" element={<ResetPassword />} />
          <Route path="/leaderboard" element={<AllTime />} />
          <Route path="/shop" element={<Shop />} />
          <Route path="/games" element={<Games />} />
          <Route path="/games/:id" element={<Review />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
        <SplashEnd />
      </Suspense>
      <Suspense>{status === 'in' && <Realtime />}</Suspense>
    </SessionGate>
  );
}
