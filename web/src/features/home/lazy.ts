import { lazily } from '@/lib/lazily.ts';

export const HomePage = lazily(async () => (await import('./components/HomePage.tsx')).HomePage);
export const RoomOverlay = lazily(async () => (await import('./components/RoomOverlay.tsx')).RoomOverlay);
