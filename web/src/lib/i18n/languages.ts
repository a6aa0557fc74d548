/**
 * The six languages of the interface (docs/spec/play.md#play-1.3). All of them use Latin digits (docs/adr/0037), like the cells
 * of the board and the room codes.
 */
export const languages = [
  { code: 'en', name: 'English', flag: '🇬🇧', dir: 'ltr' },
  { code: 'ar', name: 'العربية', flag: '🇸🇦', dir: 'rtl' },
  { code: 'bn', name: 'বাংলা', flag: '🇧🇩', dir: 'ltr' },
  { code: 'hi', name: 'हिन्दी', flag: '🇮🇳', dir: 'ltr' },
  { code: 'es', name: 'Español', flag: '🇪🇸', dir: 'ltr' },
  { code: 'id', name: 'Bahasa Indonesia', flag: '🇮🇩', dir: 'ltr' },
] as const;

export type Language = (typeof languages)[number];
export type Locale = Language['code'];

/** Returns the language with this code; English for an unknown one. */
export function languageOf(code: string | null | undefined): Language {
  return languages.find((language) => language.code === code) ?? languages[0];
}
