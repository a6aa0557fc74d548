import type { OnlineUser } from '@fifteen/contract';
import { useIsBlocked } from '@/features/blocks/index.ts';
import { ChallengeButton, InviteButton } from '@/features/rooms/index.ts';
import { isFull, useParticipants, useRoom } from '@/entities/room/room.ts';

interface PlayerInviteProps {
  me: string;
  player: OnlineUser;
  /** Closes the parent, where the challenge opens a dialog. */
  onChallenge?: () => void;
}

/**
 * Invites a player into the own waiting room, else challenges them; renders nothing while either plays or the room is
 * full, and for a player whom the user blocks.
 */
export function PlayerInvite({ me, player, onChallenge }: PlayerInviteProps) {
  const room = useRoom((store) => store.room);
  const participants = useParticipants(room);
  const blocked = useIsBlocked(player.id);
  if (blocked) return null;
  if (!room) return player.inRoom ? null : <ChallengeButton player={player} onPress={onChallenge} />;
  const isWaiting = room.ownerId === me && room.status !== 'playing';
  const isInside = participants.some(({ userId }) => userId === player.id);
  if (!isWaiting || isInside || isFull(room, participants)) return null;
  return <InviteButton room={room} userId={player.id} name={player.displayName} />;
}
