import type { UserRelation } from '@fifteen/contract';
import { useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck, EllipsisVertical, UserPlus, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useBlocking, useIsBlocked } from '@/features/blocks/index.ts';
import { useFriends } from '../model/friends.ts';
import { useSendRequest } from '../model/requestCommands.ts';
import type { PlayerSummary } from '@/entities/player/player.ts';
import { profileQuery } from '@/entities/player/profile.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Menu, MenuItem } from '@/components/ui/Menu.tsx';
import { removeRelation } from '../model/friendChat.ts';

interface PlayerMenuProps {
  player: PlayerSummary;
  onProfile: () => void;
}

/** Actions on an online player. */
export function PlayerMenu({ player, onProfile }: PlayerMenuProps) {
  const { t, i18n } = useTranslation();
  const { id, displayName: name } = player;
  const { friends, data: loaded } = useFriends();
  const sendRequest = useSendRequest(id);
  const blocked = useIsBlocked(id);
  const blocking = useBlocking(player, () => removeRelation(id));
  // Online friends are in the first page.
  const isNoFriend = loaded !== undefined && !friends.some((friend) => friend.id === id);
  return (
    <Menu
      dir={i18n.dir()}
      trigger={
        <Button
          variant="quiet"
          size="icon"
          className="-me-2"
          aria-label={t('presence.more', { name })}
          busy={sendRequest.isPending || blocking.isPending}
        >
          {!sendRequest.isPending && !blocking.isPending && <EllipsisVertical aria-hidden size={20} />}
        </Button>
      }
    >
      <MenuItem icon={<UserRound />} label={t('presence.profile')} onSelect={onProfile} />
      {isNoFriend && !blocked && <RequestItem player={player} onSend={() => sendRequest.mutate()} />}
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

const canRequest = (relation?: UserRelation): boolean =>
  relation === 'none' || relation === 'requestReceived';

/**
 * Sends or accepts a friend request. The relation is loaded when the menu opens; the item is there from the start, so
 * that those below it stay under the pointer.
 */
function RequestItem({ player, onSend }: { player: PlayerSummary; onSend: () => void }) {
  const { t } = useTranslation();
  const { data, isFetching } = useQuery(profileQuery(player.id));
  const relation = data?.user.relation;

  function label(): string {
    if (relation === 'requestSent') return t('friends.relation.requestSent');
    if (relation === 'requestReceived') return t('friends.requests.accept', { name: player.displayName });
    return t('friends.tab.add');
  }

  const disabled = isFetching || !canRequest(relation);
  return <MenuItem icon={<UserPlus />} label={label()} disabled={disabled} onSelect={onSend} />;
}
