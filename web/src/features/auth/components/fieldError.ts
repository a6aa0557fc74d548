import { useTranslation } from '@/i18n/i18n.ts';

/** The text of a field's issue; the contract's forms give codes of the error catalogue for messages. */
export function useFieldError() {
  const { t } = useTranslation();
  return (code: string | undefined): string | undefined => code && t(`errors.codes.${code}`);
}
