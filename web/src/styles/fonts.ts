import type { Locale } from '@/config/languages.ts';
import { useTranslation } from '@/i18n/i18n.ts';

/**
 * One display face for each script, and only that of the language on screen (web.md 4.2). Sora serves the Latin
 * parts of every language: digits, cells, codes.
 */
const faces: Partial<Record<Locale, () => Promise<unknown>>> = {
  ar: () => import('@fontsource-variable/alexandria/wght.css'),
  bn: () => import('@fontsource/anek-bangla/bengali-700.css'),
  hi: () => import('@fontsource/poppins/devanagari-600.css'),
};

function load(locale: Locale): void {
  void import('@fontsource-variable/sora/wght.css');
  void faces[locale]?.();
}

/** After the first paint: text stands in the machine's own letters first, so no font ever delays it. */
export function startFonts(): void {
  requestAnimationFrame(() => setTimeout(() => load(useTranslation.getState().locale)));
  useTranslation.subscribe(({ locale }) => load(locale));
}
