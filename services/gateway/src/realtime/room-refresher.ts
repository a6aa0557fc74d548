import type { Log, Nats } from '@fifteen/runtime';
import type { Fanout } from './fanout.ts';
import type { Clients } from '../clients/clients.ts';
import type { OpenRoom } from './open-room.ts';

/** Concurrent refreshes, so that a returning broker does not cause a burst of calls to the services. */
const MAX_CONCURRENT = 20;

/**
 * Refreshes games without an update for too long, all open games while the broker is unavailable, and all rooms once it
 * is back.
 */
export class RoomRefresher {
  readonly #deps: { fanout: Fanout; clients: Pick<Clients, 'game' | 'room'>; nats: Nats; log: Log };

  constructor(deps: { fanout: Fanout; clients: Pick<Clients, 'game' | 'room'>; nats: Nats; log: Log }) {
    this.#deps = deps;
    deps.nats.onReconnect(() => {
      this.#each([...deps.fanout.rooms.values()], (room) => this.#refreshRoom(room)).catch((error: unknown) =>
        deps.log.error({ err: error }, 'refreshing rooms failed'),
      );
    });
  }

  /** Refreshes the games that are due, the first time with their rooms. */
  async refreshDue(): Promise<void> {
    const { fanout, nats } = this.#deps;
    const now = Date.now();
    const due = [...fanout.rooms.values()].filter(
      ({ refreshAt }) => refreshAt <= now || (!nats.isConnected && refreshAt !== Number.POSITIVE_INFINITY),
    );
    await this.#each(due, (room) => (room.isConfirmed ? this.#refreshGame(room) : this.#refreshRoom(room)));
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

  async #refreshGame({ state, game }: OpenRoom): Promise<void> {
    const gameId = game?.id ?? state.gameId;
    if (!gameId) return;
    this.#deps.fanout.gameUpdated({
      state: (await this.#deps.clients.game.calls.getGame({ gameId })).game,
      final: true,
    });
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
