import type { Participant, Room } from '@fifteen/contract';
import { isBot } from '@fifteen/domain';

/** What the next game of a room waits for; `start`: the owner's press. */
export type NextStep = 'alone' | 'rematch' | 'bot' | 'ownerStarts' | 'away' | 'start';

/** Returns the player whom the owner waits for or plays with. */
export const otherPlayer = (
  { ownerId }: Room,
  participants: readonly Participant[],
): Participant | undefined =>
  participants.find(({ role, userId }) => role === 'player' && userId !== ownerId);

/**
 * Returns what the next game waits for. Sitting down is consent to one game; after it both agree to the next by Play
 * Again, and the owner alone cannot start it. The consent of a player who is away does not count
 * (docs/spec/guarantees.md#guarantees-4).
 */
export function nextStep(room: Room, isOwner: boolean, participants: readonly Participant[]): NextStep {
  const other = otherPlayer(room, participants);
  if (!other) return 'alone';
  if (other.agreed === false) return isBot(other.userId) ? 'bot' : 'rematch';
  if (!isOwner) return 'ownerStarts';
  return other.awaySince ? 'away' : 'start';
}
