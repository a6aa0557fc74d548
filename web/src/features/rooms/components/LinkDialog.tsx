import type { ParticipantRole } from '@fifteen/contract';
import { useTranslation } from 'react-i18next';
import { useUser } from '@/entities/session/session.ts';
import { coinsShort } from '@/lib/coins.ts';
import { useStakeLimit } from '@/entities/session/useStakeLimit.ts';
import { explainError } from '@/lib/errors.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { RoomPreview, useRoomPreview } from './RoomPreview.tsx';

interface LinkDialogProps {
  code: string;
  /** Whether the player is in another room, which joining leaves. */
  isInOtherRoom: boolean;
  onJoin: (role: ParticipantRole) => void;
  onClose: () => void;
}

/** Shows the room of an invite link or of a typed code, and joins it in a chosen role. */
export function LinkDialog({ code, isInOtherRoom, onJoin, onClose }: LinkDialogProps) {
  const { t } = useTranslation();
  // Without a connection the request would fail, and use up the link.
  const isDown = useConnectionStatus((connection) => connection.status !== 'open');
  const { preview, isPending, isGone, error, retry } = useRoomPreview(code);
  const isUnread = error !== null && !isGone;
  const canWatch = preview?.maxPlayers !== 2;
  const isFree = preview?.freeSeats !== 0;
  const bet = preview?.betAmount ?? 0;
  const short = coinsShort(bet, useUser().coins);
  const limit = useStakeLimit()(bet) ?? (short > 0 ? t('quickMatch.bet.short', { count: short }) : undefined);
  const canPlay = isFree && !limit;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(isGone ? 'errors.codes.ROOM_NOT_FOUND' : 'rooms.link.title')}
      description={description()}
      footer={
        isGone || (!canWatch && !canPlay) ? (
          <Button variant="primary" data-autofocus onClick={onClose}>
            {t('ui.ok')}
          </Button>
        ) : (
          <>
            {canWatch && (
              <Button disabled={isDown} onClick={() => onJoin('spectator')}>
                {t('rooms.enter.asSpectator')}
              </Button>
            )}
            {canPlay && (
              <Button
                variant="primary"
                data-autofocus
                busy={isPending}
                disabled={isDown}
                // Joining as a player consents to the bet, which is unknown without the preview.
                onClick={isUnread ? retry : () => onJoin('player')}
              >
                {t(isUnread ? 'app.error.retry' : 'rooms.enter.asPlayer')}
              </Button>
            )}
          </>
        )
      }
    >
      <p className="text-14 text-muted">{t('rooms.code')}</p>
      <p dir="ltr" className="numeral text-28 font-semibold tracking-[0.08em] rtl:text-right">
        {code}
      </p>
      {preview && (
        <div className="mbs-3">
          <RoomPreview {...preview} />
        </div>
      )}
      {isUnread && (
        <p role="alert" className="mbs-3 text-14 text-warn">
          {explainError(error).text}
        </p>
      )}
      {limit && <p className="mbs-3 text-14 text-warn">{limit}</p>}
      <p role="status" className="text-14 text-muted">
        {isDown && t('onlineGame.connecting')}
      </p>
    </Dialog>
  );

  function description(): string | undefined {
    if (isGone) return t('rooms.link.gone');
    return isInOtherRoom ? t('rooms.link.elsewhere') : undefined;
  }
}
