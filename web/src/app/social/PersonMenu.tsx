import { Ban, CircleCheck, EllipsisVertical, UserPlus, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useBlocking, useIsBlocked } from '@/features/blocks/model/blocks.ts';
import { useFriends } from '@/features/friends/model/friends.ts';
import { useAsk } from '@/features/friends/model/requests.ts';
import type { Person } from '@/lib/person.ts';
import { Button } from '@/ui/Button.tsx';
import { Menu, MenuItem } from '@/ui/Menu.tsx';
import { parted } from './chatting.ts';

interface PersonMenuProps {
  person: Person;
  onProfile: () => void;
}

/** What can be done with somebody who is online. */
export function PersonMenu({ person, onProfile }: PersonMenuProps) {
  const { t, i18n } = useTranslation();
  const { id, displayName: name } = person;
  const { friends } = useFriends();
  const ask = useAsk(id);
  const blocked = useIsBlocked(id);
  const blocking = useBlocking(person, () => parted(id));
  const isFriend = friends.some((friend) => friend.id === id);
  return (
    <Menu
      dir={i18n.dir()}
      trigger={
        <Button
          look="quiet"
          size="icon"
          className="-me-2"
          aria-label={t('presence.more', { name })}
          busy={ask.isPending || blocking.isPending}
        >
          {!ask.isPending && !blocking.isPending && <EllipsisVertical aria-hidden size={20} />}
        </Button>
      }
    >
      <MenuItem icon={<UserRound />} label={t('presence.profile')} onSelect={onProfile} />
      {!isFriend && !blocked && (
        <MenuItem icon={<UserPlus />} label={t('friends.tab.add')} onSelect={() => ask.mutate()} />
      )}
      {blocked !== undefined && (
        <MenuItem
          icon={blocked ? <CircleCheck /> : <Ban />}
          label={t(blocked ? 'blocks.unblock' : 'blocks.block')}
          onSelect={() => blocking.mutate(!blocked)}
        />
      )}
    </Menu>
  );
}
