import { PASSWORD_MIN, USERNAME_MAX } from '@fifteen/domain';
import { registerForm } from '@fifteen/contract/forms';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/lib/apiError.ts';
import { explainError } from '@/lib/errors.ts';
import { useForm } from '@/lib/form.ts';
import { Button } from '@/components/ui/Button.tsx';
import { TextField } from '@/components/ui/TextField.tsx';
import { useFieldError } from './fieldError.ts';
import { FormAlert } from '@/components/ui/FormAlert.tsx';
import { PasswordField } from './PasswordField.tsx';

interface Account {
  username: string;
  email: string;
  password: string;
}

interface RegisterFormProps {
  /** Creates the account; returns the address that the code was mailed to. */
  register: (account: Account) => Promise<{ email: string }>;
  onRegistered: (email: string) => void;
  /** Label of the button. */
  action: string;
  /** Secondary beside a more likely action. */
  variant?: 'primary' | 'secondary';
}

/** Returns the field that an error is about, to focus it. */
function fieldOf(error: unknown): keyof Account | null {
  const code = error instanceof ApiError ? error.code : '';
  if (code.startsWith('USERNAME_')) return 'username';
  if (code.startsWith('EMAIL_')) return 'email';
  return code.startsWith('PASSWORD_') ? 'password' : null;
}

/** A new account, out of nothing or out of a guest. */
export function RegisterForm({ register, onRegistered, action, variant = 'primary' }: RegisterFormProps) {
  const { t } = useTranslation();
  const textOf = useFieldError();
  const opening = useMutation({
    mutationFn: register,
    onSuccess: ({ email }) => onRegistered(email),
    onError(error) {
      const field = fieldOf(error);
      if (field) focus(field);
    },
  });
  const { props, errors, focus } = useForm(registerForm, { onSend: (body) => opening.mutate(body) });

  return (
    <form {...props} className="grid gap-4">
      {opening.error && (
        <FormAlert
          tone="error"
          title={t('auth.register.failed')}
          text={explainError(opening.error, { fallback: 'auth.register.checkInformation' }).text}
        />
      )}
      <TextField
        label={t('auth.field.username')}
        hint={t('auth.field.usernameHint', { max: USERNAME_MAX })}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        name="username"
        data-autofocus
        required
        error={textOf(errors.username)}
      />
      <TextField
        label={t('auth.field.email')}
        type="email"
        autoComplete="email"
        name="email"
        required
        error={textOf(errors.email)}
      />
      <PasswordField
        label={t('auth.field.password')}
        hint={t('auth.field.passwordHint', { min: PASSWORD_MIN })}
        autoComplete="new-password"
        name="password"
        required
        error={textOf(errors.password)}
      />
      <Button type="submit" variant={variant} size="lg" busy={opening.isPending} className="mt-1">
        {opening.isPending ? t('auth.register.pending') : action}
      </Button>
    </form>
  );
}
