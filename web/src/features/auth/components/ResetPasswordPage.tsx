import { PASSWORD_MIN } from '@fifteen/domain';
import { resetPasswordForm } from '@fifteen/contract/forms';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { useForm } from '@/lib/form.ts';
import { refreshUser } from '@/entities/session/session.ts';
import { Button } from '@/components/ui/Button.tsx';
import { failureText } from '../model/failure.ts';
import { useMailedTo } from '../model/mailed.ts';
import { useCodeFocus } from '../model/useCodeFocus.ts';
import { AuthPage } from './AuthPage.tsx';
import { CodeAccepted } from './CodeAccepted.tsx';
import { CodeField } from './CodeField.tsx';
import { useFieldError } from './fieldError.ts';
import { FormAlert } from '@/components/ui/FormAlert.tsx';
import { OptionalEmail } from './OptionalEmail.tsx';
import { PasswordField } from './PasswordField.tsx';

interface Reset {
  token: string;
  newPassword: string;
  email?: string;
}

const aboutPassword = (error: unknown) => error instanceof ApiError && error.code.startsWith('PASSWORD_');

/** The page /reset-password: a mailed code and a new password. */
export function ResetPasswordPage() {
  const { t } = useTranslation();
  const textOf = useFieldError();
  const mailedTo = useMailedTo();
  const saving = useMutation({
    mutationFn: ({ token, newPassword, email }: Reset) =>
      api.auth.resetPassword({ body: { token, newPassword, email } }),
    // The reset has ended all sessions of its account. The session of this browser may be of another one: the server
    // knows. The form is busy until then, so that the next page names the right step at once.
    onSuccess: refreshUser,
    onError: (error) => focus(aboutPassword(error) ? 'newPassword' : 'token'),
  });

  const { props, errors, focus } = useForm(resetPasswordForm, {
    known: { email: mailedTo },
    onSend: (body) => saving.mutate(body),
  });
  useCodeFocus(focus);

  if (saving.isSuccess) return <CodeAccepted form="reset" />;
  return (
    <AuthPage
      title={t('auth.reset.title')}
      text={mailedTo ? t('auth.forgot.sentText', { email: mailedTo }) : t('auth.reset.text')}
      back
    >
      <form {...props} className="grid gap-4">
        {saving.error && (
          <FormAlert
            tone="error"
            title={t('auth.reset.failedTitle')}
            text={failureText(saving.error, 'auth.reset.failed', 'auth.reset.network')}
          />
        )}
        <CodeField label={t('auth.field.resetCode')} name="token" required error={textOf(errors.token)} />
        {!mailedTo && <OptionalEmail name="email" error={textOf(errors.email)} />}
        <PasswordField
          label={t('auth.field.newPassword')}
          hint={t('auth.field.passwordHint', { min: PASSWORD_MIN })}
          autoComplete="new-password"
          name="newPassword"
          required
          error={textOf(errors.newPassword)}
        />
        <PasswordField
          label={t('auth.field.confirmPassword')}
          autoComplete="new-password"
          name="confirmPassword"
          required
          error={textOf(errors.confirmPassword)}
        />
        <Button type="submit" variant="primary" size="lg" busy={saving.isPending}>
          {t(saving.isPending ? 'auth.reset.pending' : 'auth.reset.action')}
        </Button>
      </form>
    </AuthPage>
  );
}
