import type { Friend } from '@fifteen/contract';

/** The rings around a picture; undefined where only the name is known. */
type Rings = Partial<Pick<Friend, 'activeFrameId' | 'selectedAchievementBorder'>>;

/** A player in lists, chats and gifts. */
export type PlayerSummary = Pick<Friend, 'id' | 'username' | 'displayName' | 'profileImageUrl'> & Rings;

/** Returns the props of a player's avatar. */
export const avatarOf = (one: Pick<PlayerSummary, 'displayName' | 'profileImageUrl'> & Rings) => ({
  name: one.displayName,
  src: one.profileImageUrl,
  frame: one.activeFrameId,
  border: one.selectedAchievementBorder,
});
