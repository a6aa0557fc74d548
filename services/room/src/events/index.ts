import { startConsumer } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { callOffRoundsOfGames, finishRoundsOfGames } from './game-ended.ts';
import { userDeleted } from './user-deleted.ts';

/** Starts the consumers of the events of game and identity. */
export function startConsumers(context: AppContext): void {
  const handlers = { gameFinished: finishRoundsOfGames, gameCancelled: callOffRoundsOfGames };
  startConsumer({ owner: 'game', name: 'room', handlers }, context);
  startConsumer({ owner: 'identity', name: 'room', handlers: { userDeleted }, isolated: true }, context);
}
