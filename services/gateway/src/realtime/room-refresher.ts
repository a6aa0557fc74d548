import type { GameId } from '@fifteen/domain';
import type { Log, Nats } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import { isActive, isOver } from '../translation/game.ts';
import type { Fanout } from './fanout.ts';
import type { OpenRoom } from './open-room.ts';
import { nextRefresh } from './refresh-time.ts';

/** Concurrent refreshes, so that a returning broker does not cause a burst of calls to the services. */
const MAX_CONCURRENT = 20;
/**
 * Games that one pass looks up, those first that are due for longest, while no update was lost: players who think cost
 * little, however many they are.
 */
const MAX_QUIET_LOOKUPS = 100;

/**
 * Looks up what may not have been pushed: games without an update for too long, rooms that were opened a second ago, all
 * open games and rooms while the broker is unavailable, and all rooms once it is back.
 */
export class RoomRefresher {
  readonly #deps: { fanout: Fanout; clients: Pick<Clients, 'game' | 'room'>; nats: Nats; log: Log };
  /** The last pass found an update that was not pushed: others may be lost, too. */
  #hasFoundLoss = false;

  constructor(deps: { fanout: Fanout; clients: Pick<Clients, 'game' | 'room'>; nats: Nats; log: Log }) {
    this.#deps = deps;
    deps.nats.onReconnect(() => {
      this.#each([...deps.fanout.rooms.values()], (room) => this.#refreshRoom(room)).catch((error: unknown) =>
        deps.log.error({ err: error }, 'refreshing rooms failed'),
      );
    });
  }

  /** Refreshes the rooms and games that are due; without the broker, all of them. */
  async refreshDue(): Promise<void> {
    const { fanout, nats } = this.#deps;
    const rooms = [...fanout.rooms.values()];
    await this.#each(nats.isConnected ? this.#due(rooms) : rooms, (room) => this.#refresh(room));
  }

  #due(rooms: OpenRoom[]): OpenRoom[] {
    const now = performance.now();
    const opened = rooms.filter((room) => !room.isConfirmed && room.confirmAt <= now);
    const silent = rooms.filter((room) => room.isConfirmed && room.refreshAt <= now);
    silent.sort((one, other) => one.refreshAt - other.refreshAt);
    const limit = this.#hasFoundLoss ? silent.length : MAX_QUIET_LOOKUPS;
    this.#hasFoundLoss = false;
    return [...opened, ...silent.slice(0, limit)];
  }

  /**
   * Without the broker, a room is loaded also to find its next game, and who enters. While it cannot be loaded, at least its
   * game is looked up.
   */
  async #refresh(room: OpenRoom): Promise<void> {
    const isPlaying = room.game !== undefined && isActive(room.game);
    const needsRoom = !room.isConfirmed || (!isPlaying && !this.#deps.nats.isConnected);
    if (!needsRoom) return this.#refreshGame(room);
    try {
      await this.#refreshRoom(room);
    } catch (error) {
      await this.#refreshGame(room);
      throw error;
    }
  }

  async #each(rooms: OpenRoom[], refresh: (room: OpenRoom) => Promise<void>): Promise<void> {
    const next = async (): Promise<void> => {
      for (let room = rooms.pop(); room; room = rooms.pop()) {
        const { id } = room;
        await refresh(room).catch((error: unknown) =>
          this.#deps.log.info({ err: error, roomId: id }, 'refreshing a room failed'),
        );
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, next));
  }

  /** Refreshes the newest game of a room: the one that was updated last, or another that the room plays by now. */
  async #refreshGame(room: OpenRoom): Promise<void> {
    const { game, state } = room;
    if (game) await this.#lookUp(room, game.id);
    if (!state.gameId || state.gameId === game?.id) return;
    const found = await this.#lookUp(room, state.gameId);
    // A push of the room was lost as well: it has gone on to another game.
    if (found && room.game?.id !== state.gameId) await this.#refreshRoom(room);
  }

  /** Updates a room with one of its games. Returns whether the game has begun. */
  async #lookUp(room: OpenRoom, gameId: GameId): Promise<boolean> {
    const { fanout, clients } = this.#deps;
    const { game: state } = await clients.game.calls.getGame({ gameId });
    if (!isActive(state) && !isOver(state)) return false;
    const { game: known } = room;
    fanout.gameUpdated({ state, final: true });
    if (known?.id === gameId && known.version < state.version) {
      this.#hasFoundLoss = true;
      room.lossFoundAt = performance.now();
      room.refreshAt = nextRefresh(room, true);
    }
    return true;
  }

  /** Refreshes a room as one of its members sees it, and removes members who have left it. */
  async #refreshRoom(room: OpenRoom): Promise<void> {
    const { fanout, clients } = this.#deps;
    for (const member of [...room.members]) {
      const { room: state, game } = await clients.room.getCurrentRoom({ userId: member.userId });
      // It has entered another room meanwhile.
      if (!room.members.has(member)) continue;
      if (state?.id !== room.id) {
        fanout.removeFromRoom(member);
        continue;
      }
      await fanout.roomChanged(state);
      // A state that was known before changes nothing, but a member may have entered with an older one.
      for (const other of [...room.members]) if (!room.roleOf(other.userId)) fanout.removeFromRoom(other);
      if (game) fanout.gameUpdated({ state: game, final: true });
      break;
    }
    room.isConfirmed = true;
  }
}
