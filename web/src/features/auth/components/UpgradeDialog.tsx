import { useNavigate } from 'react-router';
import { useTranslation } from 'react-i18next';
import { api } from '@/lib/api.ts';
import { useUser } from '@/entities/session/session.ts';
import { useIsMounted } from '@/lib/useIsMounted.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { rememberUpgrade } from '../model/upgrade.ts';
import { RegisterForm } from './RegisterForm.tsx';

/**
 * Upgrades a guest to an account that keeps coins and record. The next page asks for the mailed code; until then the
 * user remains a guest, and home shows a reminder, which is enough for a guest who has closed the dialog meanwhile.
 */
export function UpgradeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id: userId } = useUser();
  const isMounted = useIsMounted();

  function verify(email: string): void {
    rememberUpgrade({ userId, email });
    if (!isMounted()) return;
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
