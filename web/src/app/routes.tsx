import { lazy, Suspense, useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { SessionGate } from '@/features/auth/components/SessionGate.tsx';
import { useSession } from '@/lib/session.ts';
import { storage } from '@/lib/storage.ts';
import { LoadingScreen } from './shell/LoadingScreen.tsx';

const loadHome = () => import('./home/HomePage.tsx');
const loadAuth = () => import('@/features/auth/components/AuthScreen.tsx');

const HomePage = lazy(async () => ({ default: (await loadHome()).HomePage }));
const Realtime = lazy(async () => ({ default: (await import('./realtime/Realtime.tsx')).Realtime }));
const AuthScreen = lazy(async () => ({ default: (await loadAuth()).AuthScreen }));
const NotFoundPage = lazy(async () => ({ default: (await import('./shell/NotFoundPage.tsx')).NotFoundPage }));
const VerifyEmailPage = lazy(async () => ({
  default: (await import('@/features/auth/components/VerifyEmailPage.tsx')).VerifyEmailPage,
}));
const ResetPasswordPage = lazy(async () => ({
  default: (await import('@/features/auth/components/ResetPasswordPage.tsx')).ResetPasswordPage,
}));

// Home or the front door: which of the two is needed, this browser knows before the server has answered.
void (storage.read('backup_user_data') ? loadHome() : loadAuth());

/** Every page is its own chunk, and who may be where is the gate's to say. */
export function AppRoutes() {
  const { status } = useSession();
  // Whoever stands at the door will want home next; not before the splash is over and the door itself is there.
  useEffect(() => {
    if (status !== 'out') return undefined;
    const next = setTimeout(() => void loadHome(), 3_000);
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
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
      <Suspense>{status === 'in' && <Realtime />}</Suspense>
    </SessionGate>
  );
}
