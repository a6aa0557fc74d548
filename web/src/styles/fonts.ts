import i18next from 'i18next';
import { languageOf, type Locale } from '@/config/languages.ts';

/**
 * One display face for each script, and only that of the language on screen (web.md 4.2). Sora serves the Latin
 * parts of every language: digits, cells, codes.
 */
const faces: Partial<Record<Locale, () => Promise<unknown>>> = {
  ar: () => import('@fontsource-variable/alexandria/wght.css'),
  bn: () => import('@fontsource/anek-bangla/bengali-700.css'),
  hi: () => import('@fontsource/poppins/devanagari-600.css'),
};

function load(locale: string): void {
  void import('@fontsource-variable/sora/wght.css');
  void faces[languageOf(locale).code]?.();
}

/** After the first paint: text stands in the machine's own letters first, so no font ever delays it. */
export function startFonts(): void {
  requestAnimationFrame(() => setTimeout(() => load(i18next.language)));
  i18next.on('languageChanged', load);
}
