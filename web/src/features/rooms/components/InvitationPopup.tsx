import type { RoomInvitation } from '@fifteen/contract';
import { useMutation } from '@tanstack/react-query';
import { Mail, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { focusBoardAfter } from '@/lib/a11y/focus.ts';
import { Coin } from '@/components/brand/Coin.tsx';
import { useLocalGame } from '@/features/local-game/index.ts';
import { useFormat } from '@/lib/i18n/format.ts';
import { api } from '@/lib/api.ts';
import { explainError } from '@/lib/errors.ts';
import { beginEntry, endEntry } from '@/entities/room/room.ts';
import { signedInUserId } from '@/entities/session/session.ts';
import { useStakeLimit } from '@/entities/session/useStakeLimit.ts';
import { showAlert } from '@/lib/state/alert.ts';
import { useShownFor } from '@/lib/useShownFor.ts';
import { Button } from '@/components/ui/Button.tsx';
import { CardHead } from '@/components/ui/CardHead.tsx';
import { toast } from '@/lib/toast.ts';
import { removeInvitation, dismiss } from '../model/invitations.ts';
import { problemOf } from '../model/problem.ts';
import styles from './Rooms.module.css';

/** The popup appears over other buttons: a press that was meant for one of them must neither answer nor dismiss it. */
const PRESSABLE_AFTER_MS = 500;

type Answer = Awaited<ReturnType<typeof api.invitations.respond>>;

interface InvitationPopupProps {
  invitation: RoomInvitation;
  /** Called with the response to an acceptance. */
  onEntered: (answer: Answer) => void;
}

/** An invitation to a room, beside the current page; it can be dismissed. */
export function InvitationPopup({ invitation, onEntered }: InvitationPopupProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, inviterName, inviter, roomCode, betAmount = 0 } = invitation;
  const text = t('rooms.invitation.text', { name: inviterName || inviter.displayName, code: roomCode });
  const limit = useStakeLimit()(betAmount);
  // The room replaces a game on this device.
  const discardFor = useLocalGame((store) => store.discardFor);
  const isPressable = useShownFor(true, PRESSABLE_AFTER_MS);
  useEffect(() => announce(text), [text]);

  const responding = useMutation({
    async mutationFn(response: 'accepted' | 'rejected') {
      // The server leaves the present room when the new one accepts.
      if (response === 'accepted') beginEntry();
      return api.invitations.respond({ params: { id }, body: { response } });
    },
    onMutate: signedInUserId,
    onSuccess(answer, response, userId) {
      if (signedInUserId() !== userId) return;
      removeInvitation(id);
      if (response === 'accepted') {
        onEntered(answer);
        toast({ title: t('rooms.invitation.accepted'), tone: 'ok' });
      } else
        toast({ title: t('rooms.invitation.declined'), description: t('rooms.invitation.declinedText') });
    },
    onError(error: { code?: string; message?: string }, _, userId) {
      if (signedInUserId() !== userId) return;
      if (['INVITATION_NOT_FOUND', 'ALREADY_ANSWERED', 'ROOM_NOT_FOUND'].includes(error.code ?? ''))
        removeInvitation(id);
      if (error.code === 'INSUFFICIENT_COINS') return showAlert(problemOf('join', error));
      toast({ title: t('errors.title'), description: explainError(error).text, tone: 'error' });
    },
    onSettled: endEntry,
  });
  const busy = responding.isPending ? responding.variables : null;

  const dismissal = (
    <Button
      variant="quiet"
      size="icon"
      className="-me-2 -mbs-2"
      aria-label={t('rooms.invitation.dismiss')}
      aria-disabled={!isPressable || undefined}
      onClick={() => isPressable && dismiss(id)}
    >
      <X aria-hidden size={18} />
    </Button>
  );

  return (
    <section ref={focusBoardAfter} aria-labelledby="invitation-title" className={styles.popup}>
      <CardHead icon={Mail} id="invitation-title" title={t('rooms.invitation.title')} end={dismissal}>
        <p>{text}</p>
        {betAmount > 0 && (
          <p className="numeral mbs-1 flex items-center gap-1.5 font-semibold">
            <span className="sr-only">{t('rooms.bet')}</span>
            <Coin className="size-5" />
            {format.coins(betAmount)}
          </p>
        )}
        {limit && <p className="mbs-1 text-14 text-warn">{limit}</p>}
      </CardHead>
      <div className="grid grid-cols-2 gap-2">
        <Button
          aria-disabled={!isPressable || undefined}
          disabled={busy !== null}
          busy={busy === 'rejected'}
          onClick={() => isPressable && responding.mutate('rejected')}
        >
          {t('rooms.invitation.decline')}
        </Button>
        <Button
          variant="primary"
          aria-disabled={!isPressable || undefined}
          disabled={busy !== null}
          busy={busy === 'accepted'}
          onClick={() => isPressable && discardFor(() => responding.mutate('accepted'))}
        >
          {t('rooms.invitation.accept')}
        </Button>
      </div>
    </section>
  );
}
