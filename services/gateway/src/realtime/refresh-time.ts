import { RoomStatus } from '@fifteen/proto/room';
import { isActive, isOver, seatOf, toSide } from '../translation/game.ts';
import type { OpenRoom } from './open-room.ts';

/** A game changes at least once per turn and grace period: after a longer silence an update was lost. */
const REFRESH_AFTER_SILENCE_MS = 35_000;
/** The same for a player who waits for a move: the turn that it begins lasts 30 s, and they must not lose it. */
const REFRESH_WAITING_MS = 10_000;
/** The same after an update of the game was lost, for so long. */
const REFRESH_AFTER_LOSS_MS = 1_000;
const LOSS_REMEMBERED_MS = 60_000;
/** The end of a game is pushed once its stakes are paid (within 500 ms); after this time it is looked up. */
const END_REFRESH_MS = 1_500;
/** The start of a game is pushed before the room that plays it; after this time it is looked up. */
const START_REFRESH_MS = 1_000;
/** The room of a game is pushed once the game is over. If that comes first, the game is looked up after this time. */
const ROOM_DONE_REFRESH_MS = 1_000;

/**
 * Returns when the newest game of a room is looked up, unless an update arrives before: in milliseconds of the monotonic
 * clock.
 * @param final the members have its result, if it is over
 */
export function nextRefresh(room: OpenRoom, final: boolean): number {
  const now = performance.now();
  const { game, state } = room;
  if (state.status === RoomStatus.PLAYING && state.gameId !== game?.id) return now + START_REFRESH_MS;
  if (!game || (isOver(game) && final)) return Number.POSITIVE_INFINITY;
  if (isOver(game)) return now + END_REFRESH_MS;
  if (state.status !== RoomStatus.PLAYING && state.gameId === game.id) return now + ROOM_DONE_REFRESH_MS;
  if (!hasWaitingPlayer(room)) return now + REFRESH_AFTER_SILENCE_MS;
  const isLossy = now - room.lossFoundAt < LOSS_REMEMBERED_MS;
  return now + (isLossy ? REFRESH_AFTER_LOSS_MS : REFRESH_WAITING_MS);
}

/** Returns whether a player of the running game who is connected here waits for the other's move. */
function hasWaitingPlayer({ game, members }: OpenRoom): boolean {
  if (!game || !isActive(game)) return false;
  const turn = toSide(game.turn);
  return [...members].some(({ userId }) => {
    const seat = seatOf(game, userId);
    return seat !== null && seat !== turn;
  });
}
