import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { useOnlineGame } from '../model/store.ts';

/**
 * Confirms leaving a game, which loses it and the bet. A leave under way cannot be cancelled: a retry may still carry it
 * out.
 */
export function LeaveDialog({ bet }: { bet: number }) {
  const { t } = useTranslation();
  const { stay, leave } = useOnlineGame();
  const [busy, setBusy] = useState(false);

  async function go(): Promise<void> {
    setBusy(true);
    await leave();
    setBusy(false);
  }

  return (
    <Dialog
      open
      onClose={busy ? null : stay}
      title={t('onlineGame.leave.title')}
      description={bet > 0 ? t('onlineGame.leave.bet', { count: bet }) : t('onlineGame.leave.friendly')}
      footer={
        <>
          <Button disabled={busy} onClick={stay}>
            {t('onlineGame.leave.stay')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void go()}>
            {t('onlineGame.leave.confirm')}
          </Button>
        </>
      }
    />
  );
}
