import { useNavigate } from 'react-router';
import { useTranslation } from 'react-i18next';
import { api } from '@/lib/api.ts';
import { useUser } from '@/entities/session/session.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { rememberUpgrade } from '../model/upgrade.ts';
import { RegisterForm } from './RegisterForm.tsx';

/**
 * Upgrades a guest to an account that keeps coins and record. The next page asks for the mailed code; until then the
 * user remains a guest, and home shows a reminder.
 */
export function UpgradeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id: userId } = useUser();

  function verify(email: string): void {
    rememberUpgrade({ userId, email });
    void navigate('/verify-email', { state: { email, registered: true } });
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title={t('auth.upgrade.title')} description={t('auth.upgrade.text')}>
      <RegisterForm
        register={(body) => api.auth.upgrade({ body })}
        onRegistered={verify}
        action={t('auth.upgrade.action')}
      />
    </Dialog>
  );
}
