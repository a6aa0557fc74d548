import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';

export const LinkInvitation = lazily(
  async () => (await loadWithLaterTexts(import('./components/LinkInvitation.tsx'))).LinkInvitation,
);
export const RoomReminder = lazily(
  async () => (await loadWithLaterTexts(import('./components/RoomReminder.tsx'))).RoomReminder,
);
export const RoomSheet = lazily(
  async () => (await loadWithLaterTexts(import('./components/RoomSheet.tsx'))).RoomSheet,
);
