import type { UserRelation } from '@fifteen/contract';
import { Check, Clock, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';
import { useSendRequest } from '../model/requestCommands.ts';

interface FriendRequestButtonProps {
  userId: string;
  name: string;
  /** The known relation of the player to the user. */
  relation: UserRelation;
  className?: string;
}

/** Sends a friend request; afterwards, or with another relation, it shows the relation. */
export function FriendRequestButton({ userId, name, relation, className }: FriendRequestButtonProps) {
  const { t } = useTranslation();
  const [shownRelation, setShownRelation] = useState(relation);
  const sendRequest = useSendRequest(userId, setShownRelation);
  if (shownRelation === 'self')
    return <span className="px-2 text-14 text-muted">{t('friends.relation.self')}</span>;
  if (shownRelation === 'friend' || shownRelation === 'requestSent')
    return (
      <span className="flex items-center gap-1.5 px-2 text-14 text-muted">
        {shownRelation === 'friend' ? (
          <Check aria-hidden size={16} className="text-ok" />
        ) : (
          <Clock aria-hidden size={16} />
        )}
        {t(`friends.relation.${shownRelation}`)}
      </span>
    );
  const label = t(
    shownRelation === 'requestReceived' ? 'friends.relation.requestReceived' : 'friends.relation.none',
  );
  return (
    <Button
      className={className}
      // The accessible name starts with the visible label, for voice control.
      aria-label={`${label}: ${name}`}
      busy={sendRequest.isPending}
      onClick={() => sendRequest.mutate()}
    >
      {!sendRequest.isPending && <UserPlus aria-hidden size={18} />}
      {label}
    </Button>
  );
}
