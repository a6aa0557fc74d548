import { Counter, Rate, Trend } from 'k6/metrics';

/** Creates a metric of times in milliseconds, measured by the client. */
const createTrend = (name: string): Trend => new Trend(name, true);

/** From joining the queue to the start of the game. */
export const timeToMatch = createTrend('time_to_match');
/** From sending a move to its confirmation, reconnects included. */
export const moveAck = createTrend('move_ack');
/** From the server's timestamp of a move to the opponent's client, corrected by the clock offset from pings. */
export const moveDelivery = createTrend('move_delivery');
/** From the loss of a connection until the player has the room and the game again. */
export const reconnectTime = createTrend('reconnect_time');

/** Games whose end is the same for both players and in the server's record. */
export const gamesFinished = new Counter('games_finished');
/** Games that started and have no end in the server's record. */
export const gamesLost = new Counter('games_lost');
/** Moves that a player received and that later states or the record lack. */
export const movesLost = new Counter('moves_lost');
/** Coins by which a player's balance differs from the results of the games. */
export const coinDrift = new Counter('coin_drift');
/** Connections that the player did not close. */
export const connectionsLost = new Counter('connections_lost');
/** Share of requests that were rejected or not answered. */
export const errors = new Rate('errors');
