import type { Room } from '@fifteen/contract';
import { useMutation } from '@tanstack/react-query';
import { Check, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';
import { invite } from '../model/invite.ts';
import { useIsInvited } from '../model/invitedUsers.ts';

interface InviteButtonProps {
  room: Room;
  userId: string;
  /** Name of the invited player, for screen readers. */
  name: string;
}

/** Invites a player into the owner's room; ignores presses while their invitation is pending. */
export function InviteButton({ room, userId, name }: InviteButtonProps) {
  const { t } = useTranslation();
  const inviting = useMutation({ mutationFn: () => invite(room.id, userId) });
  const done = useIsInvited(room.id, userId);
  return (
    <Button
      aria-label={t(done ? 'rooms.invite.sentTo' : 'rooms.invite.to', { name })}
      busy={inviting.isPending}
      // Not `disabled`: the pressed button would lose the focus (WCAG 2.4.3).
      aria-disabled={done || undefined}
      onClick={() => !done && inviting.mutate()}
    >
      {done ? <Check aria-hidden size={18} className="text-ok" /> : <UserPlus aria-hidden size={18} />}
      {t(done ? 'rooms.invite.sent' : 'rooms.invite.action')}
    </Button>
  );
}
