import type { PlayerInfo } from '@fifteen/contract';
import { toGameId, toRoomId, toUserId } from '@fifteen/domain';
import { Condition, GameState, Mark, Status } from '@fifteen/proto/game';
import { Role, RoomState, RoomStatus } from '@fifteen/proto/room';
import { DRAWN, X_WINS } from '@fifteen/testkit/games';
import { unknownProfile } from '../src/translation/player.ts';

/** States as the services send them. */

export const NOW = Date.parse('2026-03-01T12:00:00.000Z');

export const show = (userId: string): PlayerInfo => ({
  ...unknownProfile(userId),
  displayName: `The ${userId}`,
});

/** A profile cache that knows every user. */
export const profiles = { load: async () => undefined, peek: show, lookup: show };

/** A game of ann (X) and bob (O) after these moves. */
export function gameState(moves: readonly number[] = [], overrides: Partial<GameState> = {}): GameState {
  return GameState.fromPartial({
    id: toGameId('g1'),
    roomId: toRoomId('r1'),
    status: Status.ACTIVE,
    xPlayerId: toUserId('ann'),
    oPlayerId: toUserId('bob'),
    moves: [...moves],
    version: moves.length,
    bet: 5_000,
    turn: moves.length % 2 === 0 ? Mark.X : Mark.O,
    turnDeadline: new Date(NOW + 12_340),
    lastMoveAt: moves.length > 0 ? new Date(NOW - 1_000) : undefined,
    startedAt: new Date(NOW - 60_000),
    round: 1,
    ...overrides,
  });
}

/** Fields that all finished games share. */
const over = { status: Status.FINISHED, turn: undefined, turnDeadline: undefined, finishedAt: new Date(NOW) };

export const wonState = (overrides: Partial<GameState> = {}): GameState =>
  gameState(X_WINS, {
    ...over,
    winner: Mark.X,
    condition: Condition.VERTICAL,
    winningPositions: [1, 6, 11],
    ...overrides,
  });

export const drawnState = (): GameState => gameState(DRAWN, { ...over, condition: Condition.DRAW });

export const leftState = (overrides: Partial<GameState> = {}): GameState =>
  gameState([1], {
    ...over,
    status: Status.ABANDONED,
    version: 2,
    winner: Mark.X,
    condition: Condition.ABANDONMENT,
    abandonedBy: toUserId('bob'),
    ...overrides,
  });

export const expiredState = (): GameState =>
  gameState([], { ...over, status: Status.ABANDONED, version: 1, condition: Condition.EXPIRED });

export const roomState = (overrides: Partial<RoomState> = {}): RoomState =>
  RoomState.fromPartial({
    id: toRoomId('r1'),
    code: 'ABCDEFGH',
    name: 'Game Room',
    status: RoomStatus.PLAYING,
    ownerId: toUserId('ann'),
    participants: [
      { id: 'p1', userId: toUserId('ann'), role: Role.PLAYER },
      { id: 'p2', userId: toUserId('bob'), role: Role.PLAYER },
    ],
    maxPlayers: 2,
    private: true,
    bet: 5_000,
    createdAt: new Date(NOW - 120_000),
    gameId: toGameId('g1'),
    version: 2,
    ...overrides,
  });
