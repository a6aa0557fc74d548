import { withLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';

export const ChatPopups = lazily(
  async () => (await withLaterTexts(import('./components/ChatPopups.tsx'))).ChatPopups,
);
