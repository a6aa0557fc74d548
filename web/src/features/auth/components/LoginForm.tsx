import type { User } from '@fifteen/contract';
import { loginForm } from '@fifteen/contract/forms';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { explainError } from '@/lib/errors.ts';
import { useForm } from '@/lib/form.ts';
import { Button } from '@/components/ui/Button.tsx';
import { TextField } from '@/components/ui/TextField.tsx';
import { useFieldError } from './fieldError.ts';
import { FormAlert } from '@/components/ui/FormAlert.tsx';
import { PasswordField } from './PasswordField.tsx';

interface LoginFormProps {
  onUser: (user: User) => void;
  /** Called for a correct password of an account without a verified address. */
  onUnverified: (email: string | undefined) => void;
  onForgot: () => void;
}

const asksVerification = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.body.needsVerification === true;

export function LoginForm({ onUser, onUnverified, onForgot }: LoginFormProps) {
  const { t } = useTranslation();
  const textOf = useFieldError();
  const login = useMutation({
    mutationFn: (body: { username: string; password: string }) => api.auth.login({ body }),
    onSuccess: onUser,
    onError(error) {
      if (asksVerification(error)) onUnverified(error.body.email);
      else focus('password');
    },
  });
  const { props, errors, focus } = useForm(loginForm, { onSend: (body) => login.mutate(body) });
  const failed = login.error && !asksVerification(login.error) ? login.error : null;

  return (
    <form {...props} className="grid gap-4">
      {failed && (
        <FormAlert
          tone="error"
          title={t('auth.login.failed')}
          text={explainError(failed, { fallback: 'errors.codes.INVALID_CREDENTIALS' }).text}
        />
      )}
      <TextField
        label={t('auth.field.login')}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        name="username"
        required
        error={textOf(errors.username)}
      />
      <div className="grid">
        <PasswordField
          label={t('auth.field.password')}
          autoComplete="current-password"
          name="password"
          required
          error={textOf(errors.password)}
        />
        <button
          type="button"
          onClick={onForgot}
          className="-mb-3 min-h-11 justify-self-end rounded-control px-1 text-14 text-accent underline-offset-4 hover:underline"
        >
          {t('auth.forgot.link')}
        </button>
      </div>
      <Button type="submit" size="lg" busy={login.isPending}>
        {t(login.isPending ? 'auth.login.pending' : 'auth.login.action')}
      </Button>
    </form>
  );
}
