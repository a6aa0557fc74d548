import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { languages, type Locale } from '@/lib/i18n/languages.ts';
import { chooseLanguage } from '@/lib/i18n/i18n.ts';
import { notifyError } from '@/lib/notifyError.ts';

/** A choice of languages in the corner of every page without a session, each under its own name and flag. */
export function LanguageSelect() {
  const { t, i18n } = useTranslation();
  return (
    <label className="absolute inset-e-3 inset-bs-3 flex items-center text-muted hover:text-text">
      <span className="sr-only">{t('auth.language')}</span>
      <Languages aria-hidden size={18} className="pointer-events-none absolute start-3" />
      <select
        value={i18n.language}
        onChange={(event) => void chooseLanguage(event.target.value as Locale).catch(notifyError)}
        className="min-h-11 field-sizing-content cursor-pointer appearance-none rounded-control bg-transparent ps-10 pe-4 text-14"
      >
        {languages.map(({ code, name, flag }) => (
          // Screen readers would read the flag as a country. After the name, it leaves the name to be typed.
          <option key={code} value={code} lang={code} aria-label={name} className="bg-surface text-text">
            {`${name} ${flag}`}
          </option>
        ))}
      </select>
    </label>
  );
}
