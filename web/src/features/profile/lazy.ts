import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';

export const AchievementsOverlay = lazyComponent(
  async () => (await loadWithLaterTexts(import('./components/ProfileOverlays.tsx'))).AchievementsOverlay,
);
export const EditProfileOverlay = lazyComponent(
  async () => (await loadWithLaterTexts(import('./components/ProfileOverlays.tsx'))).EditProfileOverlay,
);
export const PlayerOverlay = lazyComponent(
  async () => (await loadWithLaterTexts(import('./components/PlayerOverlay.tsx'))).PlayerOverlay,
);
