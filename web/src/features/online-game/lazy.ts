import { lazily } from '@/lib/lazily.ts';

export const OnlineGameView = lazily(
  async () => (await import('./components/OnlineGameView.tsx')).OnlineGameView,
);
export const SpectatorView = lazily(
  async () => (await import('./components/SpectatorView.tsx')).SpectatorView,
);
