import { create } from 'zustand';

/** The frames that a game brought, for its result. */
interface GameRewards {
  gameId: string | null;
  frames: readonly { id: string; name: string }[];
}

export const useGameRewards = create<GameRewards>()(() => ({ gameId: null, frames: [] }));
