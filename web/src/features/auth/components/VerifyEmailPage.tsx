import { verifyEmailForm } from '@fifteen/contract/forms';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from 'react-i18next';
import { api } from '@/lib/api.ts';
import { useForm } from '@/lib/form.ts';
import { toast } from '@/lib/toast.ts';
import { becomeUser, refreshUser, replaceSession } from '@/entities/session/session.ts';
import { Button } from '@/components/ui/Button.tsx';
import { failureText } from '../model/failure.ts';
import { keepingRoom } from '@/lib/roomLink.ts';
import { useJustRegistered, useMailedTo } from '../model/mailed.ts';
import { useCodeFocus } from '../model/useCodeFocus.ts';
import { forgetUpgrade } from '../model/upgrade.ts';
import { AuthPage } from './AuthPage.tsx';
import { CodeAccepted } from './CodeAccepted.tsx';
import { CodeField } from './CodeField.tsx';
import { useFieldError } from './fieldError.ts';
import { FormAlert } from '@/components/ui/FormAlert.tsx';
import { OptionalEmail } from './OptionalEmail.tsx';
import { ResendCode } from './ResendCode.tsx';

/** The page /verify-email: the mailed code verifies the account. */
export function VerifyEmailPage() {
  const { t } = useTranslation();
  const textOf = useFieldError();
  const { search } = useLocation();
  const navigate = useNavigate();
  const mailedTo = useMailedTo();
  const registered = useJustRegistered();
  const verifying = useMutation({
    mutationFn: (body: { token: string; email?: string }) =>
      replaceSession(() => api.auth.verifyEmail({ body })),
    onSuccess({ user }) {
      forgetUpgrade();
      // In the browser that requested the code, verifying signs in; elsewhere a login follows.
      if (!user) {
        void refreshUser();
        return;
      }
      becomeUser(user);
      toast({ title: t('auth.verify.done'), tone: 'ok' });
      void navigate(keepingRoom('/', search), { replace: true });
    },
    onError: () => focus('token'),
  });

  // With a session, the form stays busy until home, which may have to be loaded first, replaces it.
  const isBusy = verifying.isPending || verifying.isSuccess;
  const { props, errors, focus } = useForm(verifyEmailForm, {
    known: { email: mailedTo },
    onSend: (body) => isBusy || verifying.mutate(body),
  });
  useCodeFocus(focus);

  if (verifying.isSuccess && !verifying.data.user) return <CodeAccepted form="verify" />;
  return (
    <AuthPage
      title={t('auth.verify.title')}
      text={mailedTo ? t('auth.verify.sentTo', { email: mailedTo }) : t('auth.verify.text')}
      back
    >
      {registered && !verifying.error && (
        <FormAlert tone="ok" title={t('auth.register.done')} text={t('auth.register.verifyNext')} />
      )}
      <form {...props} className="grid gap-4">
        {verifying.error && (
          <FormAlert
            tone="error"
            title={t('auth.verify.failedTitle')}
            text={failureText(verifying.error, 'auth.verify.failed', 'auth.verify.network')}
          />
        )}
        <CodeField
          label={t('auth.field.verificationCode')}
          name="token"
          required
          sends={mailedTo !== undefined}
          error={textOf(errors.token)}
        />
        {!mailedTo && <OptionalEmail name="email" error={textOf(errors.email)} />}
        <Button type="submit" variant="primary" size="lg" busy={isBusy}>
          {t(isBusy ? 'auth.verify.pending' : 'auth.verify.action')}
        </Button>
      </form>
      {mailedTo && <ResendCode email={mailedTo} />}
    </AuthPage>
  );
}
