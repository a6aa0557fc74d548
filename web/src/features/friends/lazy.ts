import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';

export const FriendsOverlay = lazyComponent(
  async () => (await loadWithLaterTexts(import('./components/FriendsOverlay.tsx'))).FriendsOverlay,
);
export const InviteOverlay = lazyComponent(
  async () => (await loadWithLaterTexts(import('./components/InviteOverlay.tsx'))).InviteOverlay,
);
