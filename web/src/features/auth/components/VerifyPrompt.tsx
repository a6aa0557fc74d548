import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { useTranslation } from '@/i18n/i18n.ts';
import { Button } from '@/ui/Button.tsx';
import { Dialog } from '@/ui/Dialog.tsx';
import { keepingRoom } from '../model/invitation.ts';
import { ResendCode } from './ResendCode.tsx';

interface VerifyPromptProps {
  /** What led here: a new account, or a login before the address was verified. */
  after: 'register' | 'login';
  /** Where the code was mailed, when the server said so. */
  email: string | undefined;
  onClose: () => void;
}

/** The address has to be verified before this account can play. */
export function VerifyPrompt({ after, email, onClose }: VerifyPromptProps) {
  const { t } = useTranslation();
  const search = useSearch();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(after === 'register' ? 'auth.register.done' : 'auth.login.unverified')}
      description={t(after === 'register' ? 'auth.register.verifyNext' : 'auth.login.verifyFirst')}
    >
      <div className="grid gap-4">
        {email && <p className="wrap-anywhere">{t('auth.verify.sentTo', { email })}</p>}
        <Button
          data-autofocus
          look="primary"
          size="lg"
          onClick={() => navigate(keepingRoom('/verify-email', search), { state: { email } })}
        >
          {t('auth.verify.enterCode')}
        </Button>
        {email && <ResendCode email={email} />}
      </div>
    </Dialog>
  );
}
