import type { Friend } from '@fifteen/contract';

/** What is around a player's picture; unknown of whom only a name has come. */
type Rings = Partial<Pick<Friend, 'activeFrameId' | 'selectedAchievementBorder'>>;

/** A player as lists, chats and gifts show them. */
export type PlayerSummary = Pick<Friend, 'id' | 'username' | 'displayName' | 'profileImageUrl'> & Rings;

/** How a player's face is shown, wherever it is. */
export const avatarOf = (one: Pick<PlayerSummary, 'displayName' | 'profileImageUrl'> & Rings) => ({
  name: one.displayName,
  src: one.profileImageUrl,
  frame: one.activeFrameId,
  border: one.selectedAchievementBorder,
});
