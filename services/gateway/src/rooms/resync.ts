import type { GameState } from '@fifteen/proto/game';
import type { RoomState } from '@fifteen/proto/room';
import type { Log } from '@fifteen/runtime';
import type { Rematches } from './rematches.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { Fanout } from '../realtime/fanout.ts';
import type { Clients } from '../clients/clients.ts';
import type { PresenceTracker } from '../presence/presence-tracker.ts';
import type { PresenceStore } from '../presence/presence-store.ts';
import type { Rooms } from './rooms.ts';
import type { Searches } from '../matchmaking/searches.ts';
import type { Connection } from '../realtime/connection.ts';
import { toRoomWithParticipants } from '../realtime/game-update-differ.ts';
import { isActive, isOver, seatOf } from '../translation/game.ts';

/** A result is told to a player who returns within this time. */
const PAST_MS = 120_000;

interface Deps {
  clients: Pick<Clients, 'room'>;
  fanout: Fanout;
  profiles: ProfileCache;
  presence: PresenceStore;
  online: PresenceTracker;
  searches: Searches;
  rooms: Rooms;
  again: Rematches;
  log: Log;
}

/** Coming back: where a person is, and what waits for them. */
export class Resync {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
    deps.fanout.onElsewhere = (connection) => this.#bring(connection);
  }

  /** Tells a connection of its room and game, and what others have asked meanwhile. */
  async sendState(connection: Connection): Promise<void> {
    const { fanout, clients, searches } = this.#deps;
    const { room: state, game } = await clients.room.current({ userId: connection.userId });
    if (state) {
      await this.#seat(connection, { state, game });
    } else {
      connection.send({ type: 'reconnection', status: 'none' });
      fanout.exit(connection);
    }
    await this.#questions(connection);
    const playing = connection.room?.game;
    if (!playing || !isActive(playing) || !seatOf(playing, connection.userId))
      await searches.resume(connection.userId);
  }

  /** Its user entered a room by another socket or by HTTP. */
  async #bring(connection: Connection): Promise<void> {
    const { room: state, game } = await this.#deps.clients.room.current({ userId: connection.userId });
    if (state && connection.room?.id !== state.id) await this.#seat(connection, { state, game });
  }

  async #seat(
    connection: Connection,
    { state, game }: { state: RoomState; game: GameState | undefined },
  ): Promise<void> {
    const { fanout, profiles, presence, online } = this.#deps;
    const userIds = state.participants.map(({ userId }) => userId);
    const [offlineSince] = await Promise.all([presence.offlineSince(userIds), profiles.load(userIds)]);
    if (connection.closing) return;
    const room = fanout.enter(connection, { room: state, game, offlineSince });
    if (room.game && (isActive(room.game) || (isOver(room.game) && !isPast(room.game, state))))
      fanout.sendSnapshot(connection, room, room.game);
    else
      connection.send({ type: 'reconnection_room_join', ...toRoomWithParticipants(room, profiles.lookup) });
    online.reentered(connection);
  }

  /** What waits for an answer. Without it, coming back is still coming back. */
  async #questions(connection: Connection): Promise<void> {
    const { fanout, rooms, again, log } = this.#deps;
    try {
      const [invitations, requests] = await Promise.all([
        rooms.invitations(connection.userId),
        again.pending(connection.userId),
      ]);
      const { userId } = connection;
      for (const value of invitations)
        await fanout.notify({ $case: 'invitation', value }, userId, connection);
      for (const value of requests) await fanout.notify({ $case: 'playAgain', value }, userId, connection);
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
