import { useTranslation } from 'react-i18next';
import { isText } from '@/lib/i18n/i18n.ts';

/**
 * Returns a function that translates the issue of a field, with its title if it has one ("Email required: ...",
 * docs/spec/play.md#play-5.6). The forms of the contract use codes of the error catalogue as messages.
 */
export function useFieldError(): (code: string | undefined) => string | undefined {
  const { t } = useTranslation();
  return (code) => {
    if (!code) return undefined;
    const [title, text] = [`errors.titles.${code}`, `errors.codes.${code}`];
    const sentence = isText(text) ? t(text) : code;
    return isText(title) ? `${t(title)}: ${sentence}` : sentence;
  };
}
