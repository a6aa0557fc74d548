import { verifyEmailForm } from '@fifteen/contract/forms';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { api } from '@/lib/api.ts';
import { refreshUser, useSession } from '@/lib/session.ts';
import { Button } from '@/ui/Button.tsx';
import { failureText } from '../model/failure.ts';
import { keepingRoom } from '../model/invitation.ts';
import { unlessEmpty, useMailedTo } from '../model/mailed.ts';
import { AuthPage } from './AuthPage.tsx';
import { CodeField } from './CodeField.tsx';
import { useFieldError } from './fieldError.ts';
import { FormAlert } from './FormAlert.tsx';
import { OptionalEmail } from './OptionalEmail.tsx';
import { ResendCode } from './ResendCode.tsx';

/** /verify-email: the mailed code makes the account whole. */
export function VerifyEmailPage() {
  const { t } = useTranslation();
  const textOf = useFieldError();
  const { search } = useLocation();
  const mailedTo = useMailedTo();
  const form = useForm({
    resolver: zodResolver(verifyEmailForm),
    defaultValues: { token: '', email: mailedTo },
  });
  const { errors } = form.formState;
  const verifying = useMutation({
    mutationFn: (body: { token: string; email?: string }) => api.auth.verifyEmail({ body }),
    onSuccess: refreshUser,
    onError: () => form.setFocus('token', { shouldSelect: true }),
  });

  if (verifying.isSuccess) return <Verified />;
  return (
    <AuthPage
      title={t('auth.verify.title')}
      text={mailedTo ? t('auth.verify.sentTo', { email: mailedTo }) : t('auth.verify.text')}
      back={keepingRoom('/auth', search)}
    >
      <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((body) => verifying.mutate(body))}>
        {verifying.error && (
          <FormAlert
            tone="error"
            title={t('auth.verify.failedTitle')}
            text={failureText(verifying.error, 'auth.verify.failed', 'auth.verify.failedAgain')}
          />
        )}
        <CodeField
          label={t('auth.field.verificationCode')}
          error={textOf(errors.token)}
          {...form.register('token')}
        />
        {!mailedTo && (
          <OptionalEmail
            error={textOf(errors.email)}
            {...form.register('email', { setValueAs: unlessEmpty })}
          />
        )}
        <Button type="submit" look="primary" size="lg" busy={verifying.isPending}>
          {t(verifying.isPending ? 'auth.verify.pending' : 'auth.verify.action')}
        </Button>
      </form>
      {mailedTo && <ResendCode email={mailedTo} />}
    </AuthPage>
  );
}

function Verified() {
  const { t } = useTranslation();
  const { status } = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  const inside = status === 'in';
  return (
    <AuthPage
      title={t('auth.verify.done')}
      text={t(inside ? 'auth.verify.doneInside' : 'auth.verify.doneText')}
    >
      <Button
        look="primary"
        size="lg"
        onClick={() => navigate(keepingRoom(inside ? '/' : '/auth', search), { replace: true })}
      >
        {t(inside ? 'common.continue' : 'auth.goToLogin')}
      </Button>
    </AuthPage>
  );
}
