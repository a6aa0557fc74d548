import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';

export const LanguageDialog = lazyComponent(
  async () => (await loadWithLaterTexts(import('./components/LanguageChoice.tsx'))).LanguageDialog,
);
export const SettingsDialog = lazyComponent(
  async () => (await loadWithLaterTexts(import('./components/SettingsDialog.tsx'))).SettingsDialog,
);
export const ShortcutsDialog = lazyComponent(
  async () => (await loadWithLaterTexts(import('./components/ShortcutsDialog.tsx'))).ShortcutsDialog,
);
export const ThemeDialog = lazyComponent(
  async () => (await loadWithLaterTexts(import('./components/ThemeChoice.tsx'))).ThemeDialog,
);
