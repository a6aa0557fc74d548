import { Dialog } from '@/components/ui/Dialog.tsx';
import { useOverlay } from '@/lib/state/overlay.ts';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '@/lib/i18n/languages.ts';
import { useLanguageChoice } from '@/lib/i18n/useLanguageChoice.ts';
import { Spinner } from '@/components/ui/Spinner.tsx';
import { cx } from '@/components/ui/cx.ts';

/** All languages by their own names, so that they can be found from any other. */
export function LanguageChoice() {
  const { t } = useTranslation();
  const group = useId();
  const { shown, isLoading, choose } = useLanguageChoice();
  return (
    <fieldset aria-busy={isLoading} className="grid gap-1 tablet:grid-cols-2">
      <legend className="sr-only">{t('settings.language')}</legend>
      {languages.map(({ code, name, flag, dir }) => (
        <label
          key={code}
          className={cx(
            'relative flex min-h-12 items-center gap-3 rounded-control px-3 transition-colors has-focus-visible:outline-3 has-focus-visible:outline-accent',
            code === shown ? 'bg-raised' : 'hover:bg-raised',
          )}
        >
          <input
            type="radio"
            name={group}
            checked={code === shown}
            onChange={() => choose(code)}
            className="absolute inset-0 appearance-none opacity-0"
          />
          <span aria-hidden className="text-20">
            {flag}
          </span>
          <span lang={code} dir={dir} className="flex-1">
            {name}
          </span>
          {code === shown &&
            (isLoading ? <Spinner /> : <Check aria-hidden size={18} className="text-accent" />)}
        </label>
      ))}
    </fieldset>
  );
}

export function LanguageDialog() {
  const { t } = useTranslation();
  const hide = useOverlay((store) => store.hide);
  return (
    <Dialog open onClose={hide} title={t('settings.language')}>
      <LanguageChoice />
    </Dialog>
  );
}
