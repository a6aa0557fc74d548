import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { languages, type Locale } from '@/lib/i18n/languages.ts';
import { useLanguageChoice } from '@/lib/i18n/useLanguageChoice.ts';
import { Spinner } from '@/components/ui/Spinner.tsx';

/** A choice of languages in the corner of every page without a session, each under its own name and flag. */
export function LanguageSelect() {
  const { t } = useTranslation();
  const { shown, isLoading, choose } = useLanguageChoice();
  return (
    <label className="absolute inset-e-3 inset-bs-3 flex items-center text-muted hover:text-text">
      <span className="sr-only">{t('auth.language')}</span>
      <span className="pointer-events-none absolute start-3">
        {isLoading ? <Spinner className="size-[18px]" /> : <Languages aria-hidden size={18} />}
      </span>
      <select
        value={shown}
        aria-busy={isLoading}
        onChange={(event) => choose(event.target.value as Locale)}
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
