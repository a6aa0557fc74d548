import { useTranslation } from 'react-i18next';
import { useRoom } from '@/entities/room/room.ts';
import { type Mode, useMode } from '@/lib/state/mode.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { useOnlineGame } from '../model/store.ts';

/** Asks before another mode leaves a room without a game, which closes the room unless another player is in it. */
export function LeaveRoomDialog({ mode }: { mode: Mode }) {
  const { t } = useTranslation();
  const stay = useOnlineGame((store) => store.stay);
  const code = useRoom((store) => store.room?.code);

  function leave(): void {
    stay();
    useMode.getState().setMode(mode);
  }

  return (
    <Dialog
      open
      onClose={stay}
      title={t('rooms.otherMode.title')}
      description={t('rooms.otherMode.text', { code })}
      footer={
        <>
          <Button data-autofocus onClick={stay}>
            {t('rooms.otherMode.stay')}
          </Button>
          <Button variant="danger" onClick={leave}>
            {t('rooms.leave')}
          </Button>
        </>
      }
    />
  );
}
