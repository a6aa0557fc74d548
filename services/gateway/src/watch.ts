import type { Log, Nats } from '@fifteen/runtime';
import type { Hub } from './hub.ts';
import type { Neighbours } from './neighbours.ts';
import type { OpenRoom } from './open-room.ts';

/** Looks under way at once, so that a broker that comes back is no storm for the services. */
const AT_ONCE = 20;

/**
 * Looks at games of which nothing was heard for too long, at all open games while there is no broker to hear from, and
 * at everything once it is back.
 */
export class Watch {
  readonly #parts: { hub: Hub; neighbours: Neighbours; nats: Nats; log: Log };

  constructor(parts: { hub: Hub; neighbours: Neighbours; nats: Nats; log: Log }) {
    this.#parts = parts;
    parts.nats.onReconnect(() => {
      this.#each([...parts.hub.rooms.values()], (room) => this.#lookAtRoom(room)).catch((error: unknown) =>
        parts.log.error({ err: error }, 'rooms could not be caught up with'),
      );
    });
  }

  /** Every second. */
  async pass(): Promise<void> {
    const { hub, nats } = this.#parts;
    const now = Date.now();
    const due = [...hub.rooms.values()].filter(
      ({ lookAt }) => lookAt <= now || (!nats.up && lookAt !== Number.POSITIVE_INFINITY),
    );
    await this.#each(due, (room) => this.#lookAtGame(room));
  }

  async #each(rooms: OpenRoom[], look: (room: OpenRoom) => Promise<void>): Promise<void> {
    const next = async (): Promise<void> => {
      for (let room = rooms.pop(); room; room = rooms.pop()) {
        const { id } = room;
        await look(room).catch((error: unknown) =>
          this.#parts.log.info({ err: error, roomId: id }, 'no look at a room'),
        );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  async #lookAtGame({ state, game }: OpenRoom): Promise<void> {
    const gameId = game?.id ?? state.gameId;
    if (!gameId) return;
    this.#parts.hub.news({ state: await this.#parts.neighbours.game.calls.get({ gameId }), final: true });
  }

  /** As those in it see it; who is in it no more is put out. */
  async #lookAtRoom(room: OpenRoom): Promise<void> {
    const { hub, neighbours } = this.#parts;
    for (const member of [...room.members]) {
      const { room: state, game } = await neighbours.room.getCurrentRoom({ userId: member.userId });
      if (state?.id !== room.id) {
        hub.putOut(member);
        continue;
      }
      await hub.roomChanged(state);
      if (game) hub.news({ state: game, final: true });
    }
  }
}
