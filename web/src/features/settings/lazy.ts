import { lazily } from '@/lib/lazily.ts';

export const LanguageDialog = lazily(
  async () => (await import('./components/LanguageChoice.tsx')).LanguageDialog,
);
export const SettingsDialog = lazily(
  async () => (await import('./components/SettingsDialog.tsx')).SettingsDialog,
);
export const ThemeDialog = lazily(async () => (await import('./components/ThemeChoice.tsx')).ThemeDialog);
