import { withLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';

export const GamesPage = lazily(
  async () => (await withLaterTexts(import('./components/GamesPage.tsx'))).GamesPage,
);
export const ReviewPage = lazily(
  async () => (await withLaterTexts(import('./components/ReviewPage.tsx'))).ReviewPage,
);
