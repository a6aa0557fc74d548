import { withLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';

export const FriendsOverlay = lazily(
  async () => (await withLaterTexts(import('./components/FriendsOverlay.tsx'))).FriendsOverlay,
);
export const InviteOverlay = lazily(
  async () => (await withLaterTexts(import('./components/InviteOverlay.tsx'))).InviteOverlay,
);
