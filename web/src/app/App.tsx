import { QueryClientProvider } from '@tanstack/react-query';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter } from 'react-router';
import { LiveRegions } from '@/lib/a11y/LiveRegions.tsx';
import { queryClient } from '@/lib/queryClient.ts';
import { Toaster } from '@/components/ui/Toaster.tsx';
import { AppRoutes } from './routes.tsx';
import { Banners } from './shell/Banners.tsx';
import { ErrorScreen } from './shell/ErrorScreen.tsx';
import { Overlays } from './shell/Overlays.tsx';
import { SkipLinks } from './shell/SkipLinks.tsx';

export function App() {
  return (
    <ErrorBoundary FallbackComponent={ErrorScreen}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <SkipLinks />
          <Banners />
          <AppRoutes />
          <Overlays />
          <Toaster />
          <LiveRegions />
        </BrowserRouter>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
