import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';

export const FriendsOverlay = lazily(
  async () => (await loadWithLaterTexts(import('./components/FriendsOverlay.tsx'))).FriendsOverlay,
);
export const InviteOverlay = lazily(
  async () => (await loadWithLaterTexts(import('./components/InviteOverlay.tsx'))).InviteOverlay,
);
