import { emailForm } from '@fifteen/contract/forms';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from 'react-i18next';
import { api } from '@/lib/api.ts';
import { useForm } from '@/lib/form.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { TextField } from '@/components/ui/TextField.tsx';
import { failureText, isSilent } from '../model/failure.ts';
import { focusOnArrival } from '@/lib/a11y/announcer.ts';
import { keepingRoom } from '@/lib/roomLink.ts';
import { useFieldError } from './fieldError.ts';
import { FormAlert } from '@/components/ui/FormAlert.tsx';

/** Requests a reset code; the response is the same for known and unknown addresses. */
export function ForgotDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const textOf = useFieldError();
  const sending = useMutation({
    mutationFn: (body: { email: string }) => api.auth.forgotPassword({ body }),
  });
  const { props, errors } = useForm(emailForm, { onSend: (body) => sending.mutate(body) });

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
        <form {...props} className="grid gap-4">
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
            name="email"
            data-autofocus
            required
            error={errors.email === 'EMAIL_REQUIRED' ? t('auth.forgot.emailRequired') : textOf(errors.email)}
          />
          <Button type="submit" variant="primary" size="lg" busy={sending.isPending}>
            {t(sending.isPending ? 'auth.forgot.pending' : 'auth.forgot.action')}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

function Sent({ email }: { email: string }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <div className="grid gap-4">
      <p role="status" className="wrap-anywhere">
        {t('auth.forgot.sentText', { email })}
      </p>
      <Button
        ref={focusOnArrival}
        variant="primary"
        size="lg"
        onClick={() => void navigate(keepingRoom('/reset-password', search), { state: { email } })}
      >
        {t('auth.forgot.enterCode')}
      </Button>
    </div>
  );
}
