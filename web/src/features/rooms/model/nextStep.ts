import type { Participant, Room } from '@fifteen/contract';
import { BOT_PREFIX } from '@fifteen/contract/constants';

/** What has to happen before the next game of a room; `start`: the owner's press. */
export type NextStep = 'alone' | 'rematch' | 'bot' | 'ownerStarts' | 'start';

/**
 * Returns what the next game waits for. To sit down is consent to one; once it was played, both agree to another by Play
 * Again, and the owner alone cannot start it.
 */
export function nextStep(
  { ownerId }: Room,
  isOwner: boolean,
  participants: readonly Participant[],
): NextStep {
  const other = participants.find(({ role, userId }) => role === 'player' && userId !== ownerId);
  if (!other) return 'alone';
  if (other.agreed === false) return other.userId.startsWith(BOT_PREFIX) ? 'bot' : 'rematch';
  return isOwner ? 'start' : 'ownerStarts';
}
