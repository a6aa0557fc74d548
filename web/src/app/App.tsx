import { Providers } from './Providers.tsx';
import { AppRoutes } from './routes.tsx';

export function App() {
  return (
    <Providers>
      <AppRoutes />
    </Providers>
  );
}
