import type { PlayAgainRequest } from '@fifteen/contract';
import type { Side } from '@fifteen/domain';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { coinsShort } from '@/lib/coins.ts';
import { avatarOf } from '@/entities/player/player.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { AvatarButton } from '@/components/ui/AvatarButton.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { useRematch } from '../model/store.ts';
import { Stake } from './Stake.tsx';

interface RequestDialogProps {
  request: PlayAgainRequest;
  roomId: string | undefined;
  bet: number;
  coins: number;
  side: Side | null;
}

/** A rematch request of the opponent. Closed without an answer, it can still be accepted at the result. */
export function RequestDialog({ request, roomId, bet, coins, side }: RequestDialogProps) {
  const { t } = useTranslation();
  const { pendingResponse, respond, dismiss } = useRematch();
  // Opens above the request, which waits for its answer.
  const openProfile = usePlayerCard((store) => store.open);
  const avatar = avatarOf(request.requester);
  const title = t('rematch.title', { name: avatar.name });
  useEffect(() => announce(title), [title]);
  return (
    <Dialog
      open
      onClose={dismiss}
      title={title}
      footer={
        <>
          <Button
            data-autofocus={bet > 0 || undefined}
            disabled={pendingResponse !== null}
            busy={pendingResponse === 'rejected'}
            onClick={() => void respond('rejected', roomId)}
          >
            {t('rematch.decline')}
          </Button>
          <Button
            variant="primary"
            data-autofocus={bet === 0 || undefined}
            disabled={pendingResponse !== null || coinsShort(bet, coins) > 0}
            busy={pendingResponse === 'accepted'}
            onClick={() => void respond('accepted', roomId)}
          >
            {t('rematch.accept')}
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-4">
        <AvatarButton {...avatar} size={64} glow onProfile={() => openProfile(request.requesterId)} />
        <div className="min-w-0 flex-1">
          <Stake bet={bet} coins={coins} side={side} />
        </div>
      </div>
    </Dialog>
  );
}
