import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { useSession } from '@/lib/session.ts';
import { HomePage } from './home/HomePage.tsx';
import { LoadingScreen } from './shell/LoadingScreen.tsx';
import { NotFoundPage } from './shell/NotFoundPage.tsx';

/**
 * Home comes with the first load; the rest when it is gone to. Who is signed out or unverified has their own two
 * pages, and every other path leads to the auth screen (core-of-play 2).
 */
export function AppRoutes() {
  const { status } = useSession();
  if (status === 'loading') return <LoadingScreen />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        {status === 'in' ? (
          <>
            <Route path="/" element={<HomePage />} />
            <Route path="/auth" element={<HomePage />} />
            <Route path="*" element={<NotFoundPage />} />
          </>
        ) : (
          <Route path="*" element={<LoadingScreen />} />
        )}
      </Routes>
    </Suspense>
  );
}
