import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useTranslation } from '@/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { Button } from '@/ui/Button.tsx';
import { Dialog } from '@/ui/Dialog.tsx';
import { focusOnArrival } from '../model/focus.ts';
import { RegisterForm } from './RegisterForm.tsx';

/** Turns a guest into an account that keeps coins and record; then, as after every registration, verifies the address. */
export function UpgradeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [email, setEmail] = useState<string | null>(null);

  /** However the dialog is left: the code has to be typed somewhere, and until then the guest stays a guest. */
  function verify() {
    navigate('/verify-email', { state: { email } });
    onClose();
  }

  if (email === null)
    return (
      <Dialog open onClose={onClose} title={t('auth.upgrade.title')} description={t('auth.upgrade.text')}>
        <RegisterForm
          register={(body) => api.auth.upgrade({ body })}
          onRegistered={setEmail}
          action={t('auth.upgrade.action')}
        />
      </Dialog>
    );
  return (
    <Dialog open onClose={verify} title={t('auth.register.done')} description={t('auth.register.verifyNext')}>
      <div className="grid gap-4">
        <p className="wrap-anywhere">{t('auth.verify.sentTo', { email })}</p>
        <Button ref={focusOnArrival} look="primary" size="lg" onClick={verify}>
          {t('auth.verify.enterCode')}
        </Button>
      </div>
    </Dialog>
  );
}
