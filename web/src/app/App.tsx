import { ErrorBoundary } from 'react-error-boundary';
import { LiveRegions } from '@/a11y/LiveRegions.tsx';
import { Toaster } from '@/ui/Toaster.tsx';
import { Providers } from './Providers.tsx';
import { AppRoutes } from './routes.tsx';
import { Banners } from './shell/Banners.tsx';
import { ErrorScreen } from './shell/ErrorScreen.tsx';
import { Overlays } from './shell/Overlays.tsx';

export function App() {
  return (
    <ErrorBoundary FallbackComponent={ErrorScreen}>
      <Providers>
        <Banners />
        <AppRoutes />
        <Overlays />
        <Toaster />
        <LiveRegions />
      </Providers>
    </ErrorBoundary>
  );
}
