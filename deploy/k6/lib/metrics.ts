import { Counter, Rate, Trend } from 'k6/metrics';

/** Times are milliseconds, taken at the player's side of the line. */
const time = (name: string): Trend => new Trend(name, true);

/** From asking for an opponent until the game is there. */
export const timeToMatch = time('time_to_match');
/** From sending a move until its own confirmation, whatever happens to the line in between. */
export const moveAck = time('move_ack');
/** From the server's taking of a move until the opponent's screen; the clocks' difference is taken from pings. */
export const moveDelivery = time('move_delivery');
/** From the loss of a line until its player has room and game again. */
export const reconnectTime = time('reconnect_time');

/** Games that both sides and the server's own record agree on at their end. */
export const gamesFinished = new Counter('games_finished');
/** Games that were announced and did not come to an end that the server has on record. */
export const gamesLost = new Counter('games_lost');
/** Moves that a player was told of and that later states or the record do not have. */
export const movesLost = new Counter('moves_lost');
/** Coins by which a player's purse differs from what the games were about. */
export const coinDrift = new Counter('coin_drift');
/** Lines that were lost without the player's having closed them. */
export const linesLost = new Counter('lines_lost');
/** Of all that players asked for: what was refused or not answered. */
export const errors = new Rate('errors');
