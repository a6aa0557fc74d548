import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';

export const MatchDialog = lazily(
  async () => (await loadWithLaterTexts(import('./components/MatchDialog.tsx'))).MatchDialog,
);
