import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';

export const GamesPage = lazily(
  async () => (await loadWithLaterTexts(import('./components/GamesPage.tsx'))).GamesPage,
);
export const ReviewPage = lazily(
  async () => (await loadWithLaterTexts(import('./components/ReviewPage.tsx'))).ReviewPage,
);
