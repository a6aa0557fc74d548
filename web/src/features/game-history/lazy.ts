import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';

export const GamesPage = lazyComponent(
  async () => (await loadWithLaterTexts(import('./components/GamesPage.tsx'))).GamesPage,
);
export const ReviewPage = lazyComponent(
  async () => (await loadWithLaterTexts(import('./components/ReviewPage.tsx'))).ReviewPage,
);
