import type { ErrorCode } from '@fifteen/domain';
import { calls, errorOfIssues } from '@fifteen/contract';
import { AppError } from '@fifteen/runtime';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { Connection, JoinedRoom } from '../realtime/connection.ts';
import type { SocketHandlers } from '../realtime/dispatcher.ts';
import type { Fanout, RoomSnapshot } from '../realtime/fanout.ts';
import { participantLeftMessages } from '../realtime/room-messages.ts';
import type { UserNotifications } from '../realtime/user-notifications.ts';
import { toGame } from '../translation/game.ts';
import { toRoomWithParticipants } from '../translation/room.ts';
import type { Rematches } from './rematches.ts';
import type { Rooms } from './rooms.ts';
import { toRoomResponse } from './routes.ts';
import type { StateRequests } from './state-requests.ts';

const actor = (connection: Connection) => ({ caller: connection.caller, ip: connection.ip, connection });

const toSnapshot = ({ state, game, offlineSince }: JoinedRoom): RoomSnapshot => ({
  ...{ room: state, game, offlineSince },
});

/** Returns the room that a connection has entered as its members know it: the loaded state may be older. */
const newestSnapshot = ({ room }: Connection, loaded: RoomSnapshot): RoomSnapshot =>
  room?.id === loaded.room.id ? toSnapshot(room) : loaded;

interface Deps {
  rooms: Rooms;
  rematches: Rematches;
  stateRequests: StateRequests;
  fanout: Fanout;
  notifications: Pick<UserNotifications, 'receive'>;
  profiles: ProfileCache;
}

/** The same operations as over HTTP; each reply has its own message type and the id of its request. */
export const roomSocketHandlers = (deps: Deps) => ({
  ...membershipHandlers(deps),
  ...gameStartHandlers(deps),
});

const membershipHandlers = ({
  rooms,
  fanout,
  profiles,
}: Deps): Pick<SocketHandlers, 'create_room' | 'join_room_request' | 'join_room' | 'leave_room'> => ({
  create_room: async (connection, { requestId, roomData }) => {
    const options = calls.rooms.create.body.safeParse(roomData);
    if (!options.success) {
      const { code, details } = errorOfIssues(options.error.issues, 'INVALID_REQUEST');
      throw new AppError<ErrorCode>(code, details);
    }
    const { room, offlineSince } = await rooms.create(actor(connection), requestId, options.data);
    connection.send({
      type: 'create_room_success',
      ...toRoomWithParticipants({ state: room, offlineSince }, profiles.lookup),
      requestId,
    });
  },

  join_room_request: async (connection, { requestId, code, role }) => {
    const snapshot = newestSnapshot(connection, await rooms.join(actor(connection), code, role));
    if (snapshot.game) fanout.recordSeen(connection, snapshot.game);
    connection.send({ type: 'join_room_success', ...toRoomResponse(snapshot, profiles.lookup), requestId });
  },

  join_room: async (connection, { roomId }) => {
    const snapshot = await rooms.current(connection.userId, roomId);
    if (connection.closing) return;
    const entered = fanout.enter(connection, snapshot);
    const { participants, room } = toRoomWithParticipants(entered, profiles.lookup);
    connection.send({ type: 'room_participants_updated', roomId, participants, room });
    if (entered.game) fanout.gameUpdated({ state: entered.game, final: true });
  },

  leave_room: async (connection, { roomId }) => {
    const { userId, room, seen } = connection;
    // The connection leaves first: messages to the room about it are for the other members.
    if (room?.id === roomId) fanout.exit(connection);
    const role = room?.id === roomId ? room.roleOf(userId) : undefined;
    try {
      await rooms.leave(actor(connection), roomId);
      for (const message of participantLeftMessages(roomId, userId, role)) connection.send(message);
    } catch (error) {
      // It may have entered another room meanwhile.
      if (room?.id === roomId && !connection.room && !connection.closing) {
        fanout.enter(connection, toSnapshot(room));
        connection.seen = seen;
      }
      throw error;
    }
  },
});

const gameStartHandlers = ({
  rooms,
  rematches,
  stateRequests,
  notifications,
  profiles,
}: Deps): Pick<
  SocketHandlers,
  'request_current_game_state' | 'start_game_request' | 'play_again_response'
> => ({
  request_current_game_state: async (connection) => {
    connection.budget.state();
    await stateRequests.send(connection);
  },

  start_game_request: async (connection, { requestId, roomId }) => {
    const state = await rooms.start(actor(connection), requestId, roomId);
    connection.send({
      type: 'start_game_success',
      game: toGame(state, profiles.lookup, Date.now()),
      requestId,
    });
  },

  /** The room service pushes the response to both players, but not a repeated one. */
  play_again_response: async (connection, { requestId, response }) => {
    const { userId } = connection;
    const { repeatedAnswer, rematch } = await rematches.respond(userId, requestId, response === 'accepted');
    if (repeatedAnswer)
      connection.send({ type: 'play_again_response', requestId, gameId: rematch.gameId, response });
    else notifications.receive(userId, { $case: 'rematch', value: rematch });
  },
});
