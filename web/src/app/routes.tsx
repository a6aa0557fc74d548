import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { SessionGate } from '@/features/auth/components/SessionGate.tsx';
import { storage } from '@/lib/storage.ts';
import { HomePage } from './home/HomePage.tsx';
import { LoadingScreen } from './shell/LoadingScreen.tsx';
import { NotFoundPage } from './shell/NotFoundPage.tsx';

const loadAuth = () => import('@/features/auth/components/AuthScreen.tsx');
const AuthScreen = lazy(async () => ({ default: (await loadAuth()).AuthScreen }));
const VerifyEmailPage = lazy(async () => ({
  default: (await import('@/features/auth/components/VerifyEmailPage.tsx')).VerifyEmailPage,
}));
const ResetPasswordPage = lazy(async () => ({
  default: (await import('@/features/auth/components/ResetPasswordPage.tsx')).ResetPasswordPage,
}));

// A browser that knows nobody will need it, so its code comes while the server is still asked.
if (!storage.read('backup_user_data')) void loadAuth();

/** Home comes with the first load; the rest when it is gone to. Who may be where is the gate's to say. */
export function AppRoutes() {
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
    </SessionGate>
  );
}
