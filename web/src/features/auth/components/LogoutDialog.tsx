import { useMutation } from '@tanstack/react-query';
import { useTranslation } from '@/i18n/i18n.ts';
import { logout } from '@/lib/session.ts';
import { Button } from '@/ui/Button.tsx';
import { Dialog } from '@/ui/Dialog.tsx';

interface LogoutDialogProps {
  onClose: () => void;
  /** The guest would rather keep what they have: opens the upgrade. */
  onKeep: () => void;
}

/** Asks a guest once, because logging out ends the account with all that was won. Everybody else just calls `logout`. */
export function LogoutDialog({ onClose, onKeep }: LogoutDialogProps) {
  const { t } = useTranslation();
  const leaving = useMutation({ mutationFn: logout, onSuccess: onClose });
  return (
    <Dialog open onClose={onClose} title={t('auth.logout.title')} description={t('auth.logout.guestText')}>
      <div className="grid gap-3">
        <Button data-autofocus look="primary" size="lg" onClick={onKeep}>
          {t('auth.logout.keep')}
        </Button>
        <Button look="danger" size="lg" busy={leaving.isPending} onClick={() => leaving.mutate()}>
          {t(leaving.isPending ? 'auth.logout.pending' : 'auth.logout.action')}
        </Button>
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
