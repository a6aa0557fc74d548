import type { GameState } from '@fifteen/proto/game';
import type { RoomState } from '@fifteen/proto/room';
import type { Log } from '@fifteen/runtime';
import type { Again } from './again.ts';
import type { Cards } from './cards.ts';
import type { Hub } from './hub.ts';
import type { Neighbours } from './neighbours.ts';
import type { Online } from './online.ts';
import type { Presence } from './presence.ts';
import type { Rooms } from './rooms.ts';
import type { Searches } from './search.ts';
import type { Connection } from './socket/connection.ts';
import { wholeRoom } from './telling.ts';
import { isActive, isOver, seatOf } from './translate.ts';

/** A result is told to a player who returns within this time. */
const PAST_MS = 120_000;

interface Parts {
  neighbours: Pick<Neighbours, 'room'>;
  hub: Hub;
  cards: Cards;
  presence: Presence;
  online: Online;
  searches: Searches;
  rooms: Rooms;
  again: Again;
  log: Log;
}

/** Coming back: where a person is, and what waits for them. */
export class Returning {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.hub.onElsewhere = (connection) => this.#bring(connection);
  }

  /** Tells a connection of its room and game, and what others have asked meanwhile. */
  async tell(connection: Connection): Promise<void> {
    const { hub, neighbours, searches } = this.#parts;
    const { room: state, game } = await neighbours.room.getCurrentRoom({ userId: connection.userId });
    if (state) {
      await this.#seat(connection, { state, game });
    } else {
      connection.tell({ type: 'reconnection', status: 'none' });
      hub.exit(connection);
    }
    await this.#questions(connection);
    const playing = connection.room?.game;
    if (!playing || !isActive(playing) || !seatOf(playing, connection.userId))
      await searches.resume(connection.userId);
  }

  /** Its user entered a room by another socket or by HTTP. */
  async #bring(connection: Connection): Promise<void> {
    const { room: state, game } = await this.#parts.neighbours.room.getCurrentRoom({
      userId: connection.userId,
    });
    if (state && connection.room?.id !== state.id) await this.#seat(connection, { state, game });
  }

  async #seat(
    connection: Connection,
    { state, game }: { state: RoomState; game: GameState | undefined },
  ): Promise<void> {
    const { hub, cards, presence, online } = this.#parts;
    const userIds = state.participants.map(({ userId }) => userId);
    const [away] = await Promise.all([presence.awaySince(userIds), cards.load(userIds)]);
    if (connection.closing) return;
    const room = hub.enter(connection, { room: state, game, away });
    if (room.game && (isActive(room.game) || (isOver(room.game) && !isPast(room.game, state))))
      hub.returned(connection, room, room.game);
    else connection.tell({ type: 'reconnection_room_join', ...wholeRoom(room, cards.shown) });
    online.back(connection);
  }

  /** What waits for an answer. Without it, coming back is still coming back. */
  async #questions(connection: Connection): Promise<void> {
    const { hub, rooms, again, log } = this.#parts;
    try {
      const [invitations, requests] = await Promise.all([
        rooms.invitations(connection.userId),
        again.requests(connection.userId),
      ]);
      const { userId } = connection;
      for (const value of invitations) await hub.say({ $case: 'invitation', value }, userId, connection);
      for (const value of requests) await hub.say({ $case: 'playAgain', value }, userId, connection);
    } catch (error) {
      log.info({ err: error, userId: connection.userId }, 'what waits for somebody is not known');
    }
  }
}

/** A game that ended long ago, whose opponent is gone too: its player returns to the room, not to the final board. */
function isPast({ finishedAt, xPlayerId, oPlayerId }: GameState, { participants }: RoomState): boolean {
  if (!finishedAt || Date.now() - finishedAt.getTime() < PAST_MS) return false;
  return ![xPlayerId, oPlayerId].every((id) => participants.some(({ userId }) => userId === id));
}
