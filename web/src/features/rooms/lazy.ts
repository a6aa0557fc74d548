import { withLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';

export const RoomReminder = lazily(
  async () => (await withLaterTexts(import('./components/RoomReminder.tsx'))).RoomReminder,
);
export const RoomSheet = lazily(
  async () => (await withLaterTexts(import('./components/RoomSheet.tsx'))).RoomSheet,
);
