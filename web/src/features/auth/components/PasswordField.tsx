import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '@/components/ui/TextField.tsx';

interface PasswordFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'end'> {
  autoComplete: 'current-password' | 'new-password';
}

/** A password field with a button that shows the password; open to paste and password managers (WCAG 3.3.8). */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      dir="ltr"
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-label={t(shown ? 'auth.field.hidePassword' : 'auth.field.showPassword')}
          onClick={() => setShown(!shown)}
          className="grid size-11 place-items-center rounded-control text-muted transition-colors hover:text-text"
        >
          <Icon aria-hidden size={20} />
        </button>
      }
    />
  );
}
