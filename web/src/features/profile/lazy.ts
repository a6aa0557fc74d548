import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';

export const AchievementsOverlay = lazily(
  async () => (await loadWithLaterTexts(import('./components/OwnOverlays.tsx'))).AchievementsOverlay,
);
export const EditProfileOverlay = lazily(
  async () => (await loadWithLaterTexts(import('./components/OwnOverlays.tsx'))).EditProfileOverlay,
);
export const PlayerOverlay = lazily(
  async () => (await loadWithLaterTexts(import('./components/PlayerOverlay.tsx'))).PlayerOverlay,
);
