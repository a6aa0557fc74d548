/** Languages of mails, the default first. */
const LOCALES = ['en', 'bn', 'hi', 'es', 'id', 'ar'] as const;
export type Locale = (typeof LOCALES)[number];

/** Returns the first supported language of an Accept-Language header, else `en`. */
export function chooseLocale(acceptLanguage: string): Locale {
  const requested = acceptLanguage
    .slice(0, 256)
    .split(',')
    .map((range) => range.trim().slice(0, 2).toLowerCase());
  return requested.map((language) => LOCALES.find((each) => each === language)).find(Boolean) ?? 'en';
}
