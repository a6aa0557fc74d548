import type { Participant, Room } from '@fifteen/contract';
import { isBot } from '@fifteen/domain';

/** What the next game of a room waits for; `start`: the owner's press. */
export type NextStep = 'alone' | 'rematch' | 'bot' | 'ownerStarts' | 'start';

/**
 * Returns what the next game waits for. Sitting down is consent to one game; after it both agree to the next by Play
 * Again, and the owner alone cannot start it.
 */
export function nextStep(
  { ownerId }: Room,
  isOwner: boolean,
  participants: readonly Participant[],
): NextStep {
  const other = participants.find(({ role, userId }) => role === 'player' && userId !== ownerId);
  if (!other) return 'alone';
  if (other.agreed === false) return isBot(other.userId) ? 'bot' : 'rematch';
  return isOwner ? 'start' : 'ownerStarts';
}
