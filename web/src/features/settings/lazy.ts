import { withLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';

export const LanguageDialog = lazily(
  async () => (await withLaterTexts(import('./components/LanguageChoice.tsx'))).LanguageDialog,
);
export const SettingsDialog = lazily(
  async () => (await withLaterTexts(import('./components/SettingsDialog.tsx'))).SettingsDialog,
);
export const ShortcutsDialog = lazily(
  async () => (await withLaterTexts(import('./components/ShortcutsDialog.tsx'))).ShortcutsDialog,
);
export const ThemeDialog = lazily(
  async () => (await withLaterTexts(import('./components/ThemeChoice.tsx'))).ThemeDialog,
);
