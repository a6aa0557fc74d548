import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '@/lib/api.ts';
import { Button } from '@/components/ui/Button.tsx';
import { failureText } from '../model/failure.ts';
import { FormAlert } from '@/components/ui/FormAlert.tsx';

/** Sends the verification code again, and shows whether that succeeded. */
export function ResendCode({ email }: { email: string }) {
  const { t } = useTranslation();
  const sending = useMutation({ mutationFn: () => api.auth.resendVerification({ body: { email } }) });
  return (
    <div className="grid gap-3">
      {sending.isSuccess && <FormAlert tone="ok" text={t('auth.verify.resent')} />}
      {sending.error && (
        <FormAlert
          tone="error"
          text={failureText(sending.error, 'auth.verify.resendFailed', 'auth.verify.resendFailed')}
        />
      )}
      <Button size="lg" variant="quiet" busy={sending.isPending} onClick={() => sending.mutate()}>
        {t(sending.isPending ? 'auth.verify.resending' : 'auth.verify.resend')}
      </Button>
    </div>
  );
}
