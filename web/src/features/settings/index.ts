export { LanguageDialog, SettingsDialog, ThemeDialog } from './lazy.ts';
