import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';

export const LanguageDialog = lazily(
  async () => (await loadWithLaterTexts(import('./components/LanguageChoice.tsx'))).LanguageDialog,
);
export const SettingsDialog = lazily(
  async () => (await loadWithLaterTexts(import('./components/SettingsDialog.tsx'))).SettingsDialog,
);
export const ShortcutsDialog = lazily(
  async () => (await loadWithLaterTexts(import('./components/ShortcutsDialog.tsx'))).ShortcutsDialog,
);
export const ThemeDialog = lazily(
  async () => (await loadWithLaterTexts(import('./components/ThemeChoice.tsx'))).ThemeDialog,
);
