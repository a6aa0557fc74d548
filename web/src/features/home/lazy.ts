import { lazyComponent } from '@/lib/lazyComponent.ts';

export const HomePage = lazyComponent(async () => (await import('./components/HomePage.tsx')).HomePage);
export const RoomOverlay = lazyComponent(
  async () => (await import('./components/RoomOverlay.tsx')).RoomOverlay,
);
