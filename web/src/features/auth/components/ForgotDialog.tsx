import { emailForm } from '@fifteen/contract/forms';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { api } from '@/lib/api.ts';
import { Button } from '@/ui/Button.tsx';
import { Dialog } from '@/ui/Dialog.tsx';
import { TextField } from '@/ui/TextField.tsx';
import { failureText, isSilent } from '../model/failure.ts';
import { focusOnArrival } from '../model/focus.ts';
import { keepingRoom } from '../model/invitation.ts';
import { useFieldError } from './fieldError.ts';
import { FormAlert } from './FormAlert.tsx';

/** Asks for a reset code; whether or not the address is known, the answer is the same. */
export function ForgotDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const textOf = useFieldError();
  const form = useForm({ resolver: zodResolver(emailForm), defaultValues: { email: '' } });
  const { email: issue } = form.formState.errors;
  const sending = useMutation({
    mutationFn: (body: { email: string }) => api.auth.forgotPassword({ body }),
  });

  const sentTo = sending.isSuccess ? sending.variables.email : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(sentTo ? 'auth.forgot.sent' : 'auth.forgot.title')}
      description={sentTo ? undefined : t('auth.forgot.text')}
    >
      {sentTo ? (
        <Sent email={sentTo} />
      ) : (
        <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((body) => sending.mutate(body))}>
          {sending.error && (
            <FormAlert
              tone="error"
              title={t(isSilent(sending.error) ? 'errors.titles.NETWORK' : 'errors.title')}
              text={failureText(sending.error, 'auth.forgot.failed', 'auth.forgot.network')}
            />
          )}
          <TextField
            label={t('auth.field.email')}
            type="email"
            autoComplete="email"
            error={issue?.message === 'EMAIL_REQUIRED' ? t('auth.forgot.emailRequired') : textOf(issue)}
            {...form.register('email')}
          />
          <Button type="submit" look="primary" size="lg" busy={sending.isPending}>
            {t(sending.isPending ? 'auth.forgot.pending' : 'auth.forgot.action')}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

function Sent({ email }: { email: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  return (
    <div className="grid gap-4">
      <p role="status" className="wrap-anywhere">
        {t('auth.forgot.sentText', { email })}
      </p>
      <Button
        ref={focusOnArrival}
        look="primary"
        size="lg"
        onClick={() => navigate(keepingRoom('/reset-password', search), { state: { email } })}
      >
        {t('auth.forgot.enterCode')}
      </Button>
    </div>
  );
}
