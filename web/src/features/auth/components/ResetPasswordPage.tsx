import { PASSWORD_MIN } from '@fifteen/contract/constants';
import { resetPasswordForm } from '@fifteen/contract/forms';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { becomeUser } from '@/lib/session.ts';
import { Button } from '@/ui/Button.tsx';
import { failureText } from '../model/failure.ts';
import { keepingRoom } from '../model/invitation.ts';
import { unlessEmpty, useMailedTo } from '../model/mailed.ts';
import { AuthPage } from './AuthPage.tsx';
import { CodeField } from './CodeField.tsx';
import { useFieldError } from './fieldError.ts';
import { FormAlert } from './FormAlert.tsx';
import { OptionalEmail } from './OptionalEmail.tsx';
import { PasswordField } from './PasswordField.tsx';

interface Reset {
  token: string;
  newPassword: string;
  email?: string;
}

const aboutPassword = (error: unknown) => error instanceof ApiError && error.code.startsWith('PASSWORD_');

/** /reset-password: the mailed code and a new password. */
export function ResetPasswordPage() {
  const { t } = useTranslation();
  const textOf = useFieldError();
  const navigate = useNavigate();
  const toLogin = keepingRoom('/auth', useLocation().search);
  const mailedTo = useMailedTo();
  const form = useForm({
    resolver: zodResolver(resetPasswordForm),
    defaultValues: { token: '', newPassword: '', confirmPassword: '', email: mailedTo },
  });
  const { errors } = form.formState;
  const saving = useMutation({
    mutationFn: ({ token, newPassword, email }: Reset) =>
      api.auth.resetPassword({ body: { token, newPassword, email } }),
    // All sessions of the account have ended, this browser's among them.
    onSuccess: () => becomeUser(null),
    onError: (error) => form.setFocus(aboutPassword(error) ? 'newPassword' : 'token', { shouldSelect: true }),
  });

  if (saving.isSuccess)
    return (
      <AuthPage title={t('auth.reset.done')} text={t('auth.reset.doneText')}>
        <Button look="primary" size="lg" onClick={() => navigate(toLogin, { replace: true })}>
          {t('auth.goToLogin')}
        </Button>
      </AuthPage>
    );
  return (
    <AuthPage
      title={t('auth.reset.title')}
      text={mailedTo ? t('auth.forgot.sentText', { email: mailedTo }) : t('auth.reset.text')}
      back={toLogin}
    >
      <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((body) => saving.mutate(body))}>
        {saving.error && (
          <FormAlert
            tone="error"
            title={t('auth.reset.failedTitle')}
            text={failureText(saving.error, 'auth.reset.failed', 'auth.reset.failedAgain')}
          />
        )}
        <CodeField
          label={t('auth.field.resetCode')}
          error={textOf(errors.token)}
          {...form.register('token')}
        />
        {!mailedTo && (
          <OptionalEmail
            error={textOf(errors.email)}
            {...form.register('email', { setValueAs: unlessEmpty })}
          />
        )}
        <PasswordField
          label={t('auth.field.newPassword')}
          hint={t('auth.field.passwordHint', { min: PASSWORD_MIN })}
          autoComplete="new-password"
          error={textOf(errors.newPassword)}
          {...form.register('newPassword')}
        />
        <PasswordField
          label={t('auth.field.confirmPassword')}
          autoComplete="new-password"
          error={textOf(errors.confirmPassword)}
          {...form.register('confirmPassword')}
        />
        <Button type="submit" look="primary" size="lg" busy={saving.isPending}>
          {t(saving.isPending ? 'auth.reset.pending' : 'auth.reset.action')}
        </Button>
      </form>
    </AuthPage>
  );
}
