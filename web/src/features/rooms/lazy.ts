import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';

export const LinkInvitation = lazyComponent(
  async () => (await loadWithLaterTexts(import('./components/LinkInvitation.tsx'))).LinkInvitation,
);
export const RoomReminder = lazyComponent(
  async () => (await loadWithLaterTexts(import('./components/RoomReminder.tsx'))).RoomReminder,
);
export const RoomSheet = lazyComponent(
  async () => (await loadWithLaterTexts(import('./components/RoomSheet.tsx'))).RoomSheet,
);
