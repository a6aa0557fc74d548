/**
 * The six interface languages (spec "Languages"). All of them write numbers in Latin digits (docs/adr/0037), like the
 * cells of the board and the codes of rooms.
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

/** The language of that code, or English when the code names none of ours (a stored value of another age). */
export function languageOf(code: string | null | undefined): Language {
  return languages.find((language) => language.code === code) ?? languages[0];
}
