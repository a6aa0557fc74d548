import { lazyComponent } from '@/lib/lazyComponent.ts';

export const OnlineGameView = lazyComponent(
  async () => (await import('./components/OnlineGameView.tsx')).OnlineGameView,
);
export const SpectatorView = lazyComponent(
  async () => (await import('./components/SpectatorView.tsx')).SpectatorView,
);
