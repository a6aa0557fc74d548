import type { SocketHandlers } from '../realtime/dispatcher.ts';
import type { Searches } from './searches.ts';

/** Quick match. */
export const matchmakingSocketHandlers = (
  searches: Searches,
): Pick<SocketHandlers, 'start_matchmaking' | 'cancel_matchmaking'> => ({
  start_matchmaking: async (connection, { betAmount, acceptComputer }) => {
    const response = await searches.join(connection.userId, betAmount, acceptComputer);
    connection.send({ type: 'matchmaking_response', ...response });
  },

  cancel_matchmaking: async (connection) => {
    const response = await searches.leave(connection.userId, connection);
    connection.send({ type: 'matchmaking_response', ...response });
  },
});
