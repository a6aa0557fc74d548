import type { Role, RoomPreview } from '@fifteen/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { useFormat } from '@/lib/i18n/format.ts';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { useStakeLimit } from '@/entities/session/useStakeLimit.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';

/** A preview counts as a guess of a code, so it is not refetched for this long; milliseconds. */
const FRESH = 60_000;

interface LinkDialogProps {
  code: string;
  /** Whether the player is in another room, which joining leaves. */
  elsewhere: boolean;
  onJoin: (role: Role) => void;
  onClose: () => void;
}

/** Shows the room of an invite link, and joins it in a chosen role. */
export function LinkDialog({ code, elsewhere, onJoin, onClose }: LinkDialogProps) {
  const { t } = useTranslation();
  // Without a connection the request would fail, and use up the link.
  const isDown = useConnectionStatus((line) => line.status !== 'open');
  const { data: preview, error } = useQuery({
    queryKey: ['room-preview', code],
    queryFn: () => api.rooms.preview({ query: { code } }),
    staleTime: FRESH,
    retry: false,
  });
  const isGone = error instanceof ApiError && error.code === 'ROOM_NOT_FOUND';
  const canWatch = preview?.maxPlayers !== 2;
  const isFree = preview?.freeSeats !== 0;
  const limit = useStakeLimit()(preview?.betAmount ?? 0);
  const canPlay = isFree && !limit;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('rooms.link.title')}
      description={description()}
      footer={
        isGone || (!canWatch && !canPlay) ? (
          <Button look="primary" data-autofocus onClick={onClose}>
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
              <Button look="primary" data-autofocus disabled={isDown} onClick={() => onJoin('player')}>
                {t('rooms.enter.asPlayer')}
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
      {preview && <Preview {...preview} />}
      {limit && <p className="mbs-3 text-14 text-warn">{limit}</p>}
      <p role="status" className="text-14 text-muted">
        {isDown && t('onlineGame.connecting')}
      </p>
    </Dialog>
  );

  function description(): string {
    if (isGone) return t('rooms.link.gone');
    return t(elsewhere ? 'rooms.link.elsewhere' : 'rooms.link.text');
  }
}

/** The host, the bet, and whether a seat is free. */
function Preview({ hostName, betAmount, freeSeats }: RoomPreview) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <dl className="mbs-3 grid gap-2 text-14">
      <div className="flex justify-between gap-3">
        <dt className="text-muted">{t('rooms.link.host')}</dt>
        <dd className="min-w-0 truncate font-semibold">{hostName}</dd>
      </div>
      <div className="flex justify-between gap-3">
        <dt className="text-muted">{t('rooms.bet')}</dt>
        <dd className="numeral flex items-center gap-1.5 font-semibold">
          {betAmount > 0 && <Coin className="size-5" />}
          {betAmount > 0 ? format.coins(betAmount) : t('rooms.friendly')}
        </dd>
      </div>
      <div className="flex justify-between gap-3">
        <dt className="text-muted">{t('rooms.people.players')}</dt>
        <dd className="font-semibold">{t(freeSeats === 0 ? 'rooms.link.full' : 'rooms.link.free')}</dd>
      </div>
    </dl>
  );
}
