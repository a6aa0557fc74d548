import type { RoomId, UserId } from '@fifteen/domain';
import type { GameState } from '@fifteen/proto/game';
import type { RoomState } from '@fifteen/proto/room';
import type { Log } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import type { Searches } from '../matchmaking/searches.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { PresenceStore } from '../presence/presence-store.ts';
import type { PresenceTracker } from '../presence/presence-tracker.ts';
import type { Connection } from '../realtime/connection.ts';
import type { Fanout, RoomSnapshot } from '../realtime/fanout.ts';
import { logUpdateFailure } from '../realtime/log-update-failure.ts';
import type { UserConnections } from '../realtime/user-connections.ts';
import type { UserNotifications } from '../realtime/user-notifications.ts';
import { isActive, isOver, isResultExpired, seatOf } from '../translation/game.ts';
import { toRoomWithParticipants } from '../translation/room.ts';
import type { Rematches } from './rematches.ts';
import type { Rooms } from './rooms.ts';

/**
 * Milliseconds after the start of a game in which its players' connections are in its room. Where the push of the match
 * or the room was lost, the start brings them there.
 */
const MISSED_START_MS = 1_000;

interface Deps {
  clients: Pick<Clients, 'room'>;
  connections: UserConnections;
  fanout: Fanout;
  notifications: UserNotifications;
  profiles: ProfileCache;
  presence: PresenceStore;
  presenceTracker: PresenceTracker;
  searches: Searches;
  rooms: Rooms;
  rematches: Rematches;
  log: Log;
}

/** Sends a connected client its current state: room, game, search, and requests that wait for its response. */
export class Resync {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { notifications } = deps;
    notifications.events.on('room', (userId, { room }) => this.#followInto(userId, room?.id));
    notifications.events.on('game', (userId, { game }) => {
      setTimeout(() => this.#followInto(userId, game?.roomId), MISSED_START_MS).unref();
    });
  }

  /** Sends the room and its game, pending requests, and the search of a user who is not playing, which it resumes. */
  async sendState(connection: Connection): Promise<void> {
    const { fanout } = this.#deps;
    const snapshot = await this.#loadSnapshot(connection);
    if (connection.closing) return;
    if (snapshot) {
      this.#enterRoom(connection, snapshot);
    } else {
      connection.send({ type: 'reconnection', status: 'none' });
      fanout.exit(connection);
    }
    await this.#sendPending(connection);
    const playing = connection.room?.game;
    if (playing && isActive(playing) && seatOf(playing, connection.userId)) return;
    await this.#resumeSearch(connection);
  }

  /** Lets a user's connections enter this room, unless they are in it. */
  #followInto(userId: UserId, roomId: RoomId | undefined): void {
    const { connections, log } = this.#deps;
    for (const connection of [...connections.of(userId)])
      if (connection.room?.id !== roomId) this.#follow(connection).catch(logUpdateFailure(log));
  }

  /** Enters the room that the connection's user entered on another socket or by HTTP. */
  async #follow(connection: Connection): Promise<void> {
    const snapshot = await this.#loadSnapshot(connection);
    if (connection.closing || !snapshot || connection.room?.id === snapshot.room.id) return;
    this.#enterRoom(connection, snapshot, true);
  }

  /** Returns the room of the connection's user, with its participants' profiles loaded; undefined for none. */
  async #loadSnapshot(connection: Connection): Promise<RoomSnapshot | undefined> {
    const { clients, profiles, presence } = this.#deps;
    for (;;) {
      const before = connection.room;
      const { room, game } = await clients.room.getCurrentRoom({ userId: connection.userId });
      const userIds = room?.participants.map(({ userId }) => userId) ?? [];
      const [offlineSince] = await Promise.all([presence.offlineSince(userIds), profiles.load(userIds)]);
      // The connection has entered or left a room since: the response may be older than that.
      if (connection.room === before || connection.closing) return room && { room, game, offlineSince };
    }
  }

  /** @param isNewcomer the user has just entered: they did not watch a game that was over before */
  #enterRoom(connection: Connection, snapshot: RoomSnapshot, isNewcomer = false): void {
    const { fanout, profiles, presenceTracker } = this.#deps;
    const room = fanout.enter(connection, snapshot);
    const { game } = room;
    const hasFollowed = game && (!isNewcomer || seatOf(game, connection.userId) !== null);
    if (game && (isActive(game) || (hasFollowed && isOver(game) && !isLongOver(game, snapshot.room))))
      fanout.sendSnapshot(connection, room, game);
    else
      connection.send({ type: 'reconnection_room_join', ...toRoomWithParticipants(room, profiles.lookup) });
    presenceTracker.reentered(connection);
  }

  /** Sends the requests that wait for a response. A failure does not fail the resync. */
  async #sendPending(connection: Connection): Promise<void> {
    const { notifications, rooms, rematches, log } = this.#deps;
    try {
      const [invitations, requests] = await Promise.all([
        rooms.invitations(connection.userId),
        rematches.pending(connection.userId),
      ]);
      const { userId } = connection;
      for (const value of invitations)
        await notifications.notify(userId, { $case: 'invitation', value }, connection);
      for (const value of requests)
        await notifications.notify(userId, { $case: 'rematch', value }, connection);
    } catch (error) {
      log.info({ err: error, userId: connection.userId }, 'loading pending notifications failed');
    }
  }

  /** Resumes the search of a user, and sends it. A failure does not fail the resync. */
  async #resumeSearch(connection: Connection): Promise<void> {
    const { searches, log } = this.#deps;
    const { matchedRoomId } = connection;
    const search = await searches.resume(connection.userId).catch(logUpdateFailure(log));
    // A match that was announced meanwhile has ended the search.
    if (search && connection.matchedRoomId === matchedRoomId)
      connection.send({ type: 'matchmaking_response', ...search });
  }
}

/** Returns whether a game ended long ago and a player has left since: the client returns to the room, not to the board. */
function isLongOver(game: GameState, { participants }: RoomState): boolean {
  if (!isResultExpired(game, Date.now())) return false;
  return ![game.xPlayerId, game.oPlayerId].every((id) => participants.some(({ userId }) => userId === id));
}
