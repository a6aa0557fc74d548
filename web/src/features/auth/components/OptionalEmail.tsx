import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '@/components/ui/TextField.tsx';

type OptionalEmailProps = Omit<ComponentProps<typeof TextField>, 'label' | 'hint' | 'type' | 'autoComplete'>;

/**
 * A field for the address. A code is valid in the browser that requested it, or together with the address. Scripts
 * cannot read the cookie that decides, so the address can be entered when it is unknown.
 */
export function OptionalEmail(props: OptionalEmailProps) {
  const { t } = useTranslation();
  return (
    <TextField
      {...props}
      label={t('auth.field.email')}
      hint={t('auth.field.emailHint')}
      type="email"
      autoComplete="email"
    />
  );
}
