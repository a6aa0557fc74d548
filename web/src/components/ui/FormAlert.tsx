import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { cx } from './cx.ts';

interface FormAlertProps {
  tone: 'error' | 'ok';
  title?: string;
  text: string;
}

/** The result of a form: errors interrupt screen readers, successes wait. */
export function FormAlert({ tone, title, text }: FormAlertProps) {
  const { t } = useTranslation();
  const Icon = tone === 'error' ? CircleAlert : CircleCheck;
  const announced = tone === 'ok' ? [title, text].filter(Boolean).join(t('common.comma')) : null;
  useEffect(() => {
    if (announced) announce(announced);
  }, [announced]);
  return (
    <div
      role={tone === 'error' ? 'alert' : undefined}
      className={cx(
        'flex gap-3 rounded-control border bg-bg px-4 py-3 text-14',
        tone === 'error' ? 'border-danger/70' : 'border-ok/70',
      )}
    >
      <Icon
        aria-hidden
        size={20}
        className={cx('mt-px shrink-0', tone === 'error' ? 'text-danger' : 'text-ok')}
      />
      <div className="min-w-0">
        {title && <p className="font-display font-semibold">{title}</p>}
        <p className={cx('wrap-anywhere', title ? 'text-muted' : 'text-text')}>{text}</p>
      </div>
    </div>
  );
}
