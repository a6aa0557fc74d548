import type { Log, Nats } from '@fifteen/runtime';
import type { Fanout } from './fanout.ts';
import type { Clients } from '../clients/clients.ts';
import type { OpenRoom } from './open-room.ts';

/** Looks under way at once, so that a broker that comes back is no storm for the services. */
const AT_ONCE = 20;

/**
 * Looks at games of which nothing was heard for too long, at all open games while there is no broker to hear from, and
 * at everything once it is back.
 */
export class RoomRefresher {
  readonly #deps: { fanout: Fanout; clients: Clients; nats: Nats; log: Log };

  constructor(deps: { fanout: Fanout; clients: Clients; nats: Nats; log: Log }) {
    this.#deps = deps;
    deps.nats.onReconnect(() => {
      this.#each([...deps.fanout.rooms.values()], (room) => this.#lookAtRoom(room)).catch((error: unknown) =>
        deps.log.error({ err: error }, 'rooms could not be caught up with'),
      );
    });
  }

  /** Every second. */
  async refreshDue(): Promise<void> {
    const { fanout, nats } = this.#deps;
    const now = Date.now();
    const due = [...fanout.rooms.values()].filter(
      ({ refreshAt }) => refreshAt <= now || (!nats.up && refreshAt !== Number.POSITIVE_INFINITY),
    );
    await this.#each(due, (room) => this.#lookAtGame(room));
  }

  async #each(rooms: OpenRoom[], look: (room: OpenRoom) => Promise<void>): Promise<void> {
    const next = async (): Promise<void> => {
      for (let room = rooms.pop(); room; room = rooms.pop()) {
        const { id } = room;
        await look(room).catch((error: unknown) =>
          this.#deps.log.info({ err: error, roomId: id }, 'no look at a room'),
        );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  async #lookAtGame({ state, game }: OpenRoom): Promise<void> {
    const gameId = game?.id ?? state.gameId;
    if (!gameId) return;
    this.#deps.fanout.gameUpdated({
      state: await this.#deps.clients.game.calls.get({ gameId }),
      final: true,
    });
  }

  /** As those in it see it; who is in it no more is put out. */
  async #lookAtRoom(room: OpenRoom): Promise<void> {
    const { fanout, clients } = this.#deps;
    for (const member of [...room.members]) {
      const { room: state, game } = await clients.room.current({ userId: member.userId });
      if (state?.id !== room.id) {
        fanout.removeFromRoom(member);
        continue;
      }
      await fanout.roomChanged(state);
      if (game) fanout.gameUpdated({ state: game, final: true });
    }
  }
}
