import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '@/lib/notifyError.ts';
import { chooseLanguage } from './i18n.ts';
import { languageOf, type Locale } from './languages.ts';

/**
 * Returns the language that a choice of languages shows, whether its texts are still loading, and the function that
 * chooses one. A pressed language is shown at once; if it cannot be loaded, a toast says so and the present one is.
 */
export function useLanguageChoice() {
  const { i18n } = useTranslation();
  const [loading, setLoading] = useState<Locale | null>(null);
  async function choose(code: Locale): Promise<void> {
    setLoading(code);
    await chooseLanguage(code).catch(notifyError);
    // Another one may have been pressed meanwhile.
    setLoading((latest) => (latest === code ? null : latest));
  }
  return {
    shown: loading ?? languageOf(i18n.language).code,
    isLoading: loading !== null,
    choose: (code: Locale) => void choose(code),
  };
}
