import type { UserId } from '@fifteen/domain';
import type { Clients } from '../clients/clients.ts';
import type { UserConnections } from '../realtime/user-connections.ts';
import { isMatchedIn } from './room-relations.ts';

interface Deps {
  clients: Pick<Clients, 'room'>;
  connections: UserConnections;
}

/**
 * Returns the id of the stay in a room that a user's search ends, by which a late request takes them out of no room that
 * they have entered since; undefined while they play or wait for a computer player there: that match goes on. A user's
 * sockets are in their room, so only a search of a user who has none here needs a call.
 * @param timeout of that call
 * @throws SERVICE_UNAVAILABLE
 */
export async function findStayToLeave(
  { clients, connections }: Deps,
  userId: UserId,
  timeout: { limitMs: number },
): Promise<string | undefined> {
  const sockets = [...connections.of(userId)];
  const joined = sockets.find((connection) => connection.room)?.room;
  const { room, game } =
    sockets.length > 0
      ? { room: joined?.state, game: joined?.game }
      : await clients.room.getCurrentRoom({ userId }, timeout);
  if (!room || isMatchedIn(userId, room, game)) return undefined;
  return room.participants.find((one) => one.userId === userId)?.id;
}
