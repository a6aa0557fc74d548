import { calls, explainIssues } from '@fifteen/contract';
import { Role } from '@fifteen/proto/room';
import { AppError } from '@fifteen/runtime';
import { toJoinedRoom } from './routes.ts';
import { participantLeftMessages } from '../realtime/room-messages.ts';
import { toRoomWithParticipants } from '../realtime/game-update-differ.ts';
import { toGame } from '../translation/game.ts';
import type { SocketHandlers } from '../realtime/dispatcher.ts';
import type { Connection } from '../realtime/connection.ts';

const actor = (connection: Connection) => ({ caller: connection.caller, ip: connection.ip, connection });

/** Rooms: the same acts as over HTTP, each answered with its own message and the request's id. */
export const roomSocketHandlers: Pick<
  SocketHandlers,
  | 'create_room'
  | 'join_room_request'
  | 'join_room'
  | 'leave_room'
  | 'start_game_request'
  | 'play_again_response'
> = {
  create_room: async ({ rooms, profiles }, connection, { requestId, roomData }) => {
    const wish = calls.rooms.create.body.safeParse(roomData);
    if (!wish.success) {
      const { code, message } = explainIssues(wish.error.issues, 'INVALID_REQUEST').body;
      throw new AppError(code, message);
    }
    const { room, offlineSince } = await rooms.create(actor(connection), requestId, wish.data);
    connection.seen = undefined;
    connection.send({
      type: 'create_room_success',
      ...toRoomWithParticipants({ state: room, offlineSince }, profiles.lookup),
      requestId,
    });
  },

  join_room_request: async ({ rooms, fanout, profiles }, connection, { requestId, code, role }) => {
    const inside = await rooms.join(actor(connection), code, role);
    if (inside.game) fanout.markSeen(connection, inside.game);
    else connection.seen = undefined;
    connection.send({ type: 'join_room_success', ...toJoinedRoom(inside, profiles.lookup), requestId });
  },

  join_room: async ({ fanout, profiles, rooms }, connection, { roomId }) => {
    const inside = await rooms.current(connection.userId, roomId);
    fanout.enter(connection, inside);
    const { participants, room } = toRoomWithParticipants(
      { state: inside.room, offlineSince: inside.offlineSince },
      profiles.lookup,
    );
    connection.send({ type: 'room_participants_updated', roomId, participants, room });
    if (inside.game) fanout.gameUpdated({ state: inside.game, final: true });
  },

  leave_room: async ({ fanout, rooms }, connection, { roomId }) => {
    const { userId, room } = connection;
    // Who leaves hears no more of the room; what is said there about it is for the others.
    if (room?.id === roomId) fanout.exit(connection);
    const role = room?.id === roomId ? room.roleOf(userId) : Role.UNSPECIFIED;
    try {
      await rooms.leave(actor(connection), roomId);
      if (room?.id === roomId) connection.seen = undefined;
      for (const message of participantLeftMessages(roomId, userId, role)) connection.send(message);
    } catch (error) {
      if (room?.id === roomId && !connection.closing)
        fanout.enter(connection, { room: room.state, game: room.game, offlineSince: room.offlineSince });
      throw error;
    }
  },

  start_game_request: async ({ rooms, profiles }, connection, { requestId, roomId }) => {
    const state = await rooms.start(actor(connection), roomId);
    connection.send({
      type: 'start_game_success',
      game: toGame(state, profiles.lookup, Date.now()),
      requestId,
    });
  },

  /** The room service pushes the answer to both; of a repeat it pushes nothing. */
  play_again_response: async ({ again }, connection, { requestId, response }) => {
    const { repeatedAnswer, gameId } = await again.respond(
      connection.userId,
      requestId,
      response === 'accepted',
    );
    if (repeatedAnswer) connection.send({ type: 'play_again_response', requestId, gameId, response });
  },
};
