import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { keepingRoom } from '@/lib/roomLink.ts';
import { ResendCode } from './ResendCode.tsx';

interface VerifyPromptProps {
  /** Address that the code was mailed to, if the server sent it. */
  email: string | undefined;
  onClose: () => void;
}

/** Shown on the sign-in page to the user of an account that has to be verified first. */
export function VerifyPrompt({ email, onClose }: VerifyPromptProps) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('auth.login.unverified')}
      description={t('auth.login.verifyFirst')}
    >
      <div className="grid gap-4">
        {email && <p className="wrap-anywhere">{t('auth.verify.sentTo', { email })}</p>}
        <Button
          data-autofocus
          variant="primary"
          size="lg"
          onClick={() => void navigate(keepingRoom('/verify-email', search), { state: { email } })}
        >
          {t('auth.verify.enterCode')}
        </Button>
        {email && <ResendCode email={email} />}
      </div>
    </Dialog>
  );
}
