import type { Friend } from '@fifteen/contract';

/** The decorations of an avatar; undefined where only the name is known. */
type Decorations = Partial<Pick<Friend, 'activeFrameId' | 'selectedAchievementBorder'>>;

/** A player in lists, chats and gifts. */
export type PlayerSummary = Pick<Friend, 'id' | 'username' | 'displayName' | 'profileImageUrl'> & Decorations;

/** Returns the query key of a player's profile. */
export const playerKey = (userId: string) => ['player', userId] as const;

/** Returns the props of a player's avatar. */
export const avatarOf = (player: Pick<PlayerSummary, 'displayName' | 'profileImageUrl'> & Decorations) => ({
  name: player.displayName,
  src: player.profileImageUrl,
  frame: player.activeFrameId,
  border: player.selectedAchievementBorder,
});
