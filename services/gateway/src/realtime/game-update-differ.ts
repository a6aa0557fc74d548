import type { Mark as Side, PlayerInfo, ServerMessage, ServerMessageOf } from '@fifteen/contract';
import type { GameId, UserId } from '@fifteen/domain';
import { Condition, type GameState } from '@fifteen/proto/game';
import { isActive, isOver, seatOf, sideAt, toGame, toGameResult } from '../translation/game.ts';
import type { ProfileLookup } from '../translation/player.ts';
import { toRoomWithParticipants } from '../translation/room.ts';
import { type Connection, encode, type Encoded, type Seen } from './connection.ts';
import { deliveries } from './metrics.ts';
import type { OpenRoom } from './open-room.ts';

/** A game's new state, from a push, a response to a move, or a refresh. */
export interface GameUpdate {
  state: GameState;
  /** The result of a game that is over may be sent. It waits for the stakes; the acknowledgement of a move does not. */
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
const startIdOf = (gameId: GameId): string => `${gameId}:start`;

/** Returns what a connection knows of a game after it received this state; `over`: and its result. */
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
 * Sends each connection of a room the difference between the last state that it received and the new one. Each message
 * is serialised at most once: usually all connections get the same.
 */
export class GameUpdateDiffer {
  readonly #room: OpenRoom;
  readonly #update: GameUpdate;
  readonly #profileOf: ProfileLookup;
  readonly #now = Date.now();
  readonly #messages = new Map<Kind, Encoded>();

  constructor(room: OpenRoom, update: GameUpdate, profileOf: (userId: UserId) => PlayerInfo) {
    this.#room = room;
    this.#update = update;
    this.#profileOf = profileOf;
  }

  /** Sends one connection what it has not received yet. */
  sendTo(connection: Connection): void {
    const { state, final } = this.#update;
    const { seen } = connection;
    if (!seen || seen.gameId !== state.id) {
      if (seen && state.round < seen.round) return;
      if (isActive(state)) this.#start(connection);
      else if (final && seen && isOver(state))
        this.#end(connection, (connection.seen = toSeen(state, false)));
      return;
    }
    if (state.version > seen.version) {
      for (const kind of this.#kindsSince(seen)) connection.write(this.#encoded(kind));
      if (state.moves.length > seen.plies) this.#delivered(connection);
      Object.assign(seen, toSeen(state, seen.over));
    }
    if (final && isOver(state) && !seen.over && state.version === seen.version) this.#end(connection, seen);
  }

  /** Measures the delivery of a move to the opponent. */
  #delivered({ userId }: Connection): void {
    const { state } = this.#update;
    const mover = sideAt(state.moves.length - 1);
    if (userId !== (mover === 'X' ? state.oPlayerId : state.xPlayerId) || !state.lastMoveAt) return;
    deliveries.record(Math.max(0, this.#now - state.lastMoveAt.getTime()) / 1_000);
  }

  #start(connection: Connection): void {
    const { state } = this.#update;
    connection.seen = toSeen(state, false);
    connection.startedGameId = state.id;
    connection.sendUntilAcknowledged(startIdOf(state.id), this.#encoded('game_started'));
  }

  #end(connection: Connection, seen: Seen): void {
    seen.over = true;
    connection.write(this.#encoded(this.#endFor(connection.userId)));
  }

  /** Returns the kinds of messages from the difference alone: pushes may be lost, and updates arrive in several ways. */
  #kindsSince(seen: Seen): Kind[] {
    const { state } = this.#update;
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
    // Only the clock has changed. A change of only the status is sent as the end.
    if (kinds.length === 0 && !isOver(state)) kinds.push('game_reconnection');
    return kinds;
  }

  #endFor(userId: UserId): Kind {
    const { condition, abandonedBy } = this.#update.state;
    if (condition === Condition.EXPIRED) return 'game_expired';
    if (condition !== Condition.ABANDONMENT) return 'game_over';
    const hasStayed = seatOf(this.#update.state, userId) !== null && userId !== abandonedBy;
    return hasStayed ? 'player_left_win' : 'game_abandoned';
  }

  #encoded(kind: Kind): Encoded {
    let message = this.#messages.get(kind);
    if (message === undefined) {
      message = encode(this.#message(kind));
      this.#messages.set(kind, message);
    }
    return message;
  }

  #message(kind: Kind): ServerMessage {
    const { state } = this.#update;
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

/** Returns the message of a game's last move, with the game after it. */
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
