import { REGISTRATION_DAYS } from '@fifteen/domain';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { logout } from '@/entities/session/session.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';

interface LogoutDialogProps {
  isGuest: boolean;
  /** Address that the code of the guest's registration was mailed to; null without one that waits. */
  mailedTo: string | null;
  /** Stake of a running online game in coins; null without one. */
  stake: number | null;
  onClose: () => void;
  /** Opens the upgrade instead, or the page for the code that it waits for. */
  onKeep: () => void;
}

/**
 * Confirms a logout with losses: a guest loses the account, unless its registration waits for a code, and a running game
 * is lost with its bet. Call `logout` directly otherwise.
 */
export function LogoutDialog({ isGuest, mailedTo, stake, onClose, onKeep }: LogoutDialogProps) {
  const { t } = useTranslation();
  const { mutate: leave, isPending: leaving } = useMutation({ mutationFn: logout, onSuccess: onClose });
  return (
    <Dialog
      open
      onClose={leaving ? null : onClose}
      title={t('auth.logout.title')}
      description={description()}
    >
      <div className="grid gap-3">
        {isGuest && (
          <Button data-autofocus variant="primary" size="lg" disabled={leaving} onClick={onKeep}>
            {t(mailedTo === null ? 'auth.logout.keep' : 'auth.verify.enterCode')}
          </Button>
        )}
        <Button variant="danger" size="lg" busy={leaving} onClick={() => leave()}>
          {t(leaving ? 'auth.logout.pending' : 'auth.logout.action')}
        </Button>
        <Button variant="quiet" size="lg" disabled={leaving} onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </Dialog>
  );

  function description(): string {
    const game =
      stake !== null &&
      (stake > 0 ? t('onlineGame.leave.bet', { count: stake }) : t('onlineGame.leave.friendly'));
    const account =
      mailedTo === null
        ? t('auth.logout.guestText')
        : t('auth.logout.waitingText', { email: mailedTo, count: REGISTRATION_DAYS });
    return [game, isGuest && account].filter(Boolean).join(' ');
  }
}
