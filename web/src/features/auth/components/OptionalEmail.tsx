import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '@/components/ui/TextField.tsx';

type OptionalEmailProps = Omit<ComponentProps<typeof TextField>, 'label' | 'hint' | 'type' | 'autoComplete'>;

/**
 * A code counts in the browser that asked for it; elsewhere the address must come along. The cookie that tells is out
 * of our reach, so a user who comes without a known address may give it.
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
