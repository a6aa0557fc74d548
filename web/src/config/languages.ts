/**
 * The six interface languages (spec "Languages"). `digits` names the numbering system used in prose;
 * codes, cell numbers, clocks and coins are in Latin digits everywhere, so that two players of different
 * languages can read them to each other.
 */
export const languages = [
  { code: 'en', name: 'English', flag: '🇬🇧', dir: 'ltr', digits: 'latn' },
  { code: 'ar', name: 'العربية', flag: '🇸🇦', dir: 'rtl', digits: 'arab' },
  { code: 'bn', name: 'বাংলা', flag: '🇧🇩', dir: 'ltr', digits: 'beng' },
  { code: 'hi', name: 'हिन्दी', flag: '🇮🇳', dir: 'ltr', digits: 'latn' },
  { code: 'es', name: 'Español', flag: '🇪🇸', dir: 'ltr', digits: 'latn' },
  { code: 'id', name: 'Bahasa Indonesia', flag: '🇮🇩', dir: 'ltr', digits: 'latn' },
] as const;

export type Language = (typeof languages)[number];
export type Locale = Language['code'];

/** The language of that code, or English when the code names none of ours (a stored value of another age). */
export function languageOf(code: string | null | undefined): Language {
  return languages.find((language) => language.code === code) ?? languages[0];
}
