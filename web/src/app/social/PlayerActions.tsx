import { MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BlockButton } from '@/features/blocks/components/BlockButton.tsx';
import { useIsBlocked } from '@/features/blocks/model/blocks.ts';
import { chats } from '@/features/chat/model/store.ts';
import { AskButton } from '@/features/friends/components/AskButton.tsx';
import { useFriends } from '@/features/friends/model/friends.ts';
import type { Person } from '@/lib/person.ts';
import { useProfile } from '@/state/profile.ts';
import { Button } from '@/ui/Button.tsx';
import { parted } from './chatting.ts';

/** On somebody's card: a word to a friend, the way to become one, or never to meet again. */
export function PlayerActions({ person }: { person: Person }) {
  const { t } = useTranslation();
  const close = useProfile((store) => store.close);
  const { friends } = useFriends();
  const blocked = useIsBlocked(person.id);
  const friend = friends.find(({ id }) => id === person.id);
  return (
    <>
      {friend && (
        <Button
          onClick={() => {
            close();
            chats.openPopup(friend);
          }}
        >
          <MessageCircle aria-hidden size={18} />
          {t('chat.action')}
        </Button>
      )}
      {!friend && !blocked && <AskButton userId={person.id} name={person.displayName} />}
      <BlockButton person={person} onBlocked={() => parted(person.id)} />
    </>
  );
}
