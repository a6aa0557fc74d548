import type { OnlineUser } from '@fifteen/contract';
import { ChallengeButton, InviteButton } from '@/features/rooms/index.ts';
import { knownParticipants, useRoom } from '@/entities/room/room.ts';

interface PlayerInviteProps {
  me: string;
  player: OnlineUser;
  /** Closes what it stands in, where the challenge opens a dialog of its own. */
  onChallenge?: () => void;
}

/** The way to a game with that player: into the own room that waits, else by a challenge; none while either plays. */
export function PlayerInvite({ me, player, onChallenge }: PlayerInviteProps) {
  const room = useRoom((store) => store.room);
  if (!room) return player.inRoom ? null : <ChallengeButton player={player} onPress={onChallenge} />;
  const isWaiting = room.ownerId === me && room.status !== 'playing';
  const isInside = knownParticipants(room).some(({ userId }) => userId === player.id);
  if (!isWaiting || isInside) return null;
  return <InviteButton room={room} userId={player.id} name={player.displayName} />;
}
