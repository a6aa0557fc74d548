export { LanguageDialog, SettingsDialog, ShortcutsDialog, ThemeDialog } from './lazy.ts';
