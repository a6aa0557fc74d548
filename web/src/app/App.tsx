import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter } from 'react-router';
import { LiveRegions } from '@/lib/a11y/LiveRegions.tsx';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { Toaster } from '@/components/ui/Toaster.tsx';
import { AppRoutes } from './routes.tsx';
import { ErrorScreen } from './shell/ErrorScreen.tsx';
import { Overlays } from './shell/Overlays.tsx';
import { SkipLinks } from './shell/SkipLinks.tsx';

/** Loaded after the first render, with the service worker's side of the page: no first screen needs either. */
const Banners = lazyComponent(async () => (await import('./shell/Banners.tsx')).Banners);

export function App() {
  return (
    <ErrorBoundary FallbackComponent={ErrorScreen}>
      <QueryClientProvider client={queryClient}>
        {/* The pages are deferred instead, so that a pressed link shows that its page is loading. */}
        <BrowserRouter useTransitions={false}>
          <SkipLinks />
          <ErrorBoundary fallback={null}>
            <Suspense>
              <Banners />
            </Suspense>
          </ErrorBoundary>
          <AppRoutes />
          <Overlays />
          <Toaster />
          <LiveRegions />
        </BrowserRouter>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
