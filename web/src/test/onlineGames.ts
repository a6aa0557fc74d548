import type { Game, GameResult, PlayerInfo, Room } from '@fifteen/contract';
import { fromMoves, type Position, sideToMove, toBoard } from '@fifteen/domain';

export const player = (id: string, displayName: string): PlayerInfo => ({
  id,
  userId: id,
  username: id,
  displayName,
  firstName: null,
  profilePicture: null,
  profileImageUrl: null,
  activePieceStyle: 'default',
  activeFrameId: null,
  achievements: [],
  selectedAchievementBorder: null,
  level: 3,
});

/** Returns the online game after these moves, as the server sends it; `me` has X, `you` has O. */
export function gameAfter(moves: readonly number[], overrides: Partial<Game> = {}): Game {
  const state = fromMoves(moves);
  return {
    id: 'g1',
    roomId: 'r1',
    status: state.outcome ? 'finished' : 'active',
    gameMode: 'online',
    board: toBoard(state),
    currentPlayer: sideToMove(state),
    lastMove: state.moves.at(-1) ?? null,
    lastMoveAt: null,
    serverTime: Date.now(),
    timeRemaining: 30,
    winningPositions: state.outcome?.winner ? [...state.outcome.winningPositions] : null,
    winner: state.outcome?.winner ?? null,
    finishedAt: state.outcome ? '2026-11-20T12:00:00Z' : null,
    playerXId: 'me',
    playerOId: 'you',
    playerXInfo: player('me', 'Mina'),
    playerOInfo: player('you', 'Yusuf'),
    aiDifficulty: null,
    autoPlayActive: null,
    betAmount: 5000,
    syncTimestamp: Date.now(),
    timestamp: Date.now(),
    version: moves.length,
    moves: [...moves] as Position[],
    ...overrides,
  };
}

export function resultOf(game: Game, overrides: Partial<GameResult> = {}): GameResult {
  const { outcome } = fromMoves(game.moves);
  return {
    gameId: game.id,
    roomId: game.roomId,
    winner: outcome?.winner ?? null,
    condition: outcome?.condition ?? 'unknown',
    winnerInfo: null,
    betAmount: game.betAmount,
    isAbandonmentWin: false,
    abandonmentMessage: null,
    playerXInfo: game.playerXInfo,
    playerOInfo: game.playerOInfo,
    game,
    ...overrides,
  };
}

export const room = (id = 'r1', betAmount = 5000): Room => ({
  id,
  code: 'ABCDEFGH',
  name: 'Game Room',
  status: 'playing',
  ownerId: 'me',
  participants: [],
  maxPlayers: 2,
  isPrivate: false,
  betAmount,
  createdAt: '2026-11-20T12:00:00Z',
});

/** X takes column 2 with its third move. */
export const WIN_FOR_X = [2, 1, 7, 3, 12] as const;
/** O takes column 4. */
export const WIN_FOR_O = [1, 4, 2, 9, 15, 14] as const;
/** Fifteen moves without a line. */
export const DRAW = [1, 2, 3, 6, 5, 4, 7, 8, 9, 11, 10, 13, 12, 15, 14] as const;
