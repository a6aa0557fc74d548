import { calls, explainIssues } from '@fifteen/contract';
import { Role } from '@fifteen/proto/room';
import { AppError } from '@fifteen/runtime';
import { insideOf } from '../http/rooms.ts';
import { leftMessages } from '../saying.ts';
import { wholeRoom } from '../telling.ts';
import { gameOf } from '../translate.ts';
import type { Acts } from './acts.ts';
import type { Connection } from './connection.ts';

const actor = (connection: Connection) => ({ who: connection.who, ip: connection.ip, connection });

/** Rooms: the same acts as over HTTP, each answered with its own message and the request's id. */
export const roomActs: Pick<
  Acts,
  | 'create_room'
  | 'join_room_request'
  | 'join_room'
  | 'leave_room'
  | 'start_game_request'
  | 'play_again_response'
> = {
  create_room: async ({ rooms, cards }, connection, { requestId, roomData }) => {
    const wish = calls.rooms.create.body.safeParse(roomData);
    if (!wish.success) {
      const { code, message } = explainIssues(wish.error.issues, 'INVALID_REQUEST').body;
      throw new AppError(code, message);
    }
    const { room, away } = await rooms.create(actor(connection), requestId, wish.data);
    connection.seen = undefined;
    connection.tell({
      type: 'create_room_success',
      ...wholeRoom({ state: room, away }, cards.shown),
      requestId,
    });
  },

  join_room_request: async ({ rooms, hub, cards }, connection, { requestId, code, role }) => {
    const inside = await rooms.join(actor(connection), code, role);
    if (inside.game) hub.caughtUp(connection, inside.game);
    else connection.seen = undefined;
    connection.tell({ type: 'join_room_success', ...insideOf(inside, cards.shown), requestId });
  },

  join_room: async ({ hub, cards, rooms }, connection, { roomId }) => {
    const inside = await rooms.inside(connection.userId, roomId);
    hub.enter(connection, inside);
    const { participants, room } = wholeRoom({ state: inside.room, away: inside.away }, cards.shown);
    connection.tell({ type: 'room_participants_updated', roomId, participants, room });
    if (inside.game) hub.news({ state: inside.game, final: true });
  },

  leave_room: async ({ hub, rooms }, connection, { roomId }) => {
    const { userId, room } = connection;
    // Who leaves hears no more of the room; what is said there about it is for the others.
    if (room?.id === roomId) hub.exit(connection);
    const role = room?.id === roomId ? room.roleOf(userId) : Role.UNSPECIFIED;
    try {
      await rooms.leave(actor(connection), roomId);
      if (room?.id === roomId) connection.seen = undefined;
      for (const message of leftMessages(roomId, userId, role)) connection.tell(message);
    } catch (error) {
      if (room?.id === roomId && !connection.closing)
        hub.enter(connection, { room: room.state, game: room.game, away: room.away });
      throw error;
    }
  },

  start_game_request: async ({ rooms, cards }, connection, { requestId, roomId }) => {
    const state = await rooms.start(actor(connection), roomId);
    connection.tell({ type: 'start_game_success', game: gameOf(state, cards.shown, Date.now()), requestId });
  },

  /** The room service pushes the answer to both; of a repeat it pushes nothing. */
  play_again_response: async ({ again }, connection, { requestId, response }) => {
    const { repeatedAnswer, gameId } = await again.answer(
      connection.userId,
      requestId,
      response === 'accepted',
    );
    if (repeatedAnswer) connection.tell({ type: 'play_again_response', requestId, gameId, response });
  },
};
