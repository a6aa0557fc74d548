import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';

export const ShareAppDialog = lazyComponent(
  async () => (await loadWithLaterTexts(import('./components/ShareAppDialog.tsx'))).ShareAppDialog,
);
