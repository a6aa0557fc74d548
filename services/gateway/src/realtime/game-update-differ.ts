import type { Mark as Side, PlayerInfo, ServerMessage, ServerMessageOf } from '@fifteen/contract';
import { Condition, type GameState } from '@fifteen/proto/game';
import { deliveries } from '../metrics.ts';
import type { OpenRoom } from './open-room.ts';
import { encode, type Connection, type Encoded, type Seen } from './connection.ts';
import {
  toGame,
  isActive,
  isOver,
  toParticipants,
  toGameResult,
  toRoom,
  seatOf,
  sideAt,
  type ProfileLookup,
} from '../translation/game.ts';

/** News of a game, from a push, the answer to a move, or a look at it. */
export interface GameUpdate {
  state: GameState;
  /** When the game is over: the end may be told. It waits for the stakes, a move's own confirmation does not. */
  final: boolean;
}

type Kind =
  | 'game_started'
  | 'move'
  | 'auto_move'
  | `auto_play_${'enabled' | 'disabled'}:${Side}`
  | 'game_reconnection'
  | 'winning_move'
  | 'game_over'
  | 'player_left_win'
  | 'game_abandoned'
  | 'game_expired';

/** The id under which a client acknowledges the start of a game. */
const startIdOf = (gameId: string): string => `${gameId}:start`;

export const toSeen = (state: GameState, over: boolean): Seen => ({
  gameId: state.id,
  round: state.round,
  version: state.version,
  plies: state.moves.length,
  autoX: state.autoX,
  autoO: state.autoO,
  over,
});

/**
 * Tells the connections of a room what is new to each of them. Every message is made at most once, whoever gets it:
 * usually all get the same.
 */
export class GameUpdateDiffer {
  readonly #room: OpenRoom;
  readonly #news: GameUpdate;
  readonly #profileOf: ProfileLookup;
  readonly #now = Date.now();
  readonly #made = new Map<Kind, Encoded>();

  constructor(room: OpenRoom, news: GameUpdate, profileOf: (userId: string) => PlayerInfo) {
    this.#room = room;
    this.#news = news;
    this.#profileOf = profileOf;
  }

  /** Tells one connection what it has not been told yet. */
  sendTo(connection: Connection): void {
    const { state, final } = this.#news;
    const { seen } = connection;
    if (!seen || seen.gameId !== state.id) {
      if (seen && state.round < seen.round) return;
      if (isActive(state)) this.#start(connection);
      else if (final && seen) this.#end(connection, (connection.seen = toSeen(state, false)));
      return;
    }
    if (state.version > seen.version) {
      for (const kind of this.#kindsFor(seen)) connection.write(this.#encoded(kind));
      if (state.moves.length > seen.plies) this.#delivered(connection);
      Object.assign(seen, toSeen(state, seen.over));
    }
    if (final && isOver(state) && !seen.over && state.version === seen.version) this.#end(connection, seen);
  }

  /** The player who did not make the move has it now. */
  #delivered({ userId }: Connection): void {
    const { state } = this.#news;
    const mover = sideAt(state.moves.length - 1);
    if (userId !== (mover === 'X' ? state.oPlayerId : state.xPlayerId) || !state.lastMoveAt) return;
    deliveries.record(Math.max(0, this.#now - state.lastMoveAt.getTime()) / 1_000);
  }

  #start(connection: Connection): void {
    connection.seen = toSeen(this.#news.state, false);
    connection.sendUntilAcknowledged(startIdOf(this.#news.state.id), this.#encoded('game_started'));
  }

  #end(connection: Connection, seen: Seen): void {
    seen.over = true;
    connection.write(this.#encoded(this.#endFor(connection.userId)));
  }

  /** What has happened since, from the difference alone: a push may have been lost, or told of by another way. */
  #kindsFor(seen: Seen): Kind[] {
    const { state } = this.#news;
    const kinds: Kind[] = [];
    if (!isOver(state)) {
      if (state.autoX && !seen.autoX) kinds.push('auto_play_enabled:X');
      if (state.autoO && !seen.autoO) kinds.push('auto_play_enabled:O');
    }
    if (state.moves.length > seen.plies) {
      const mover = sideAt(state.moves.length - 1);
      kinds.push((mover === 'X' ? state.autoX : state.autoO) ? 'auto_move' : 'move');
      if (state.winningPositions.length > 0) kinds.push('winning_move');
    }
    if (!isOver(state)) {
      if (!state.autoX && seen.autoX) kinds.push('auto_play_disabled:X');
      if (!state.autoO && seen.autoO) kinds.push('auto_play_disabled:O');
    }
    // Only the clock has changed; or only the status, of which the end is told.
    if (kinds.length === 0 && !isOver(state)) kinds.push('game_reconnection');
    return kinds;
  }

  #endFor(userId: string): Kind {
    const { condition, abandonedBy } = this.#news.state;
    if (condition === Condition.EXPIRED) return 'game_expired';
    if (condition !== Condition.ABANDONMENT) return 'game_over';
    const stayed = seatOf(this.#news.state, userId) !== null && userId !== abandonedBy;
    return stayed ? 'player_left_win' : 'game_abandoned';
  }

  #encoded(kind: Kind): Encoded {
    let message = this.#made.get(kind);
    if (message === undefined) {
      message = encode(this.#message(kind));
      this.#made.set(kind, message);
    }
    return message;
  }

  #message(kind: Kind): ServerMessage {
    const { state } = this.#news;
    const { id: gameId } = state;
    const roomId = state.roomId || null;
    const position = state.moves.at(-1) ?? 0;
    const player = sideAt(state.moves.length - 1);
    const game = () => toGame(state, this.#profileOf, this.#now);
    switch (kind) {
      case 'game_started':
        return {
          type: kind,
          game: game(),
          roomId: state.roomId,
          messageId: startIdOf(gameId),
          requiresAck: true,
        };
      case 'move':
      case 'auto_move':
        return toMoveMessage(kind, state, this.#profileOf, this.#now);
      case 'winning_move':
        return { type: kind, gameId, position, player, winningPositions: state.winningPositions };
      case 'auto_play_enabled:X':
      case 'auto_play_enabled:O':
        return {
          type: 'auto_play_enabled',
          gameId,
          player: kind === 'auto_play_enabled:X' ? 'X' : 'O',
          game: game(),
        };
      case 'auto_play_disabled:X':
      case 'auto_play_disabled:O':
        return {
          type: 'auto_play_disabled',
          gameId,
          player: kind === 'auto_play_disabled:X' ? 'X' : 'O',
          game: game(),
        };
      case 'game_reconnection':
        return { type: kind, game: game(), ...toRoomWithParticipants(this.#room, this.#profileOf) };
      case 'game_over':
        return { type: kind, ...toGameResult(state, this.#profileOf, this.#now) };
      case 'player_left_win': {
        const result = toGameResult(state, this.#profileOf, this.#now);
        return {
          type: kind,
          ...result,
          message: `${result.abandonmentMessage ?? 'Your opponent left.'} You win!`,
        };
      }
      case 'game_abandoned':
        return { type: kind, gameId, roomId, message: 'Game ended because a player left the room.' };
      case 'game_expired':
        return { type: kind, gameId, roomId, message: 'Game expired due to inactivity. Returning to lobby.' };
    }
  }
}

/** The last move of a game, with the game after it. */
export function toMoveMessage(
  type: 'move' | 'auto_move',
  state: GameState,
  profileOf: ProfileLookup,
  now: number,
): ServerMessageOf<'move' | 'auto_move'> {
  const position = state.moves.at(-1) ?? 0;
  const player = sideAt(state.moves.length - 1);
  const game = toGame(state, profileOf, now);
  return { type, gameId: state.id, roomId: game.roomId, position, player, game };
}

/** A room and who is in it. */
export const toRoomWithParticipants = (
  { state, offlineSince }: Pick<OpenRoom, 'state'> & { offlineSince?: ReadonlyMap<string, Date> },
  profileOf: ProfileLookup,
) => {
  const participants = toParticipants(state, profileOf, offlineSince);
  return { room: toRoom(state, participants), participants };
};
