import { GameChange } from '@fifteen/proto/events';
import { GameServiceDefinition, type GameState } from '@fifteen/proto/game';
import { connectRpc, Lifecycle } from '@fifteen/runtime';
import { log, openLossyLink, tokenOf } from '@fifteen/testkit/services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFriendlyGame, startHarness, until, type Harness } from './harness.ts';

/** No turn of these ends by itself. */
const LONG_TURNS = { TURN_SECONDS: '600', AUTO_MOVE_SECONDS: '60', OUTAGE_SECONDS: '60' };
const lifecycle = new Lifecycle(log);
let harness: Harness;
let link: Awaited<ReturnType<typeof openLossyLink>>;
beforeAll(async () => {
  harness = await startHarness({ replicas: 1, env: LONG_TURNS });
  link = await openLossyLink(harness.replicas[0]!.port);
});
afterAll(async () => {
  await lifecycle.stop();
  link.close();
  await harness.stop();
});

/** A game with two moves made, in which the server plays for both players. */
async function gameOnAutoPlay(): Promise<GameState> {
  const game = await createFriendlyGame(harness.room);
  await harness.gateway.move({ gameId: game.id, userId: game.xPlayerId, position: 1 });
  await harness.gateway.move({ gameId: game.id, userId: game.oPlayerId, position: 2 });
  await harness.sql.query(
    'UPDATE game SET auto_x = true, auto_o = true, version = version + 1 WHERE id = $1',
    [game.id],
  );
  return game;
}

test.each(['xPlayerId', 'oPlayerId'] as const)(
  'the response to a control that was taken arrives, though the connection of %s’s gateway broke',
  async (player) => {
    const { id: gameId, roomId, [player]: userId } = await gameOnAutoPlay();
    const { calls } = connectRpc(
      {
        ...{ name: 'game', service: GameServiceDefinition },
        ...{ address: link.address, token: tokenOf('gateway') },
      },
      { lifecycle },
    );
    await calls.getGame({ gameId });
    link.loseResponses();
    const response = calls.takeControl({ gameId, userId }, { limitMs: 20_000 });
    const column = player === 'xPlayerId' ? 'auto_x' : 'auto_o';
    await until(async () => {
      const { rows } = await harness.sql.query(`SELECT FROM game WHERE id = $1 AND NOT ${column}`, [gameId]);
      return rows.length === 1;
    });
    link.reset();
    expect((await response).game).toMatchObject({
      ...{ version: 4, moves: [1, 2] },
      ...{ autoX: player !== 'xPlayerId', autoO: player !== 'oPlayerId' },
    });
    // Once for each attempt, in case the replica crashed before the first.
    await until(
      () =>
        harness.pushes.filter(
          ({ subject, push }) => subject === `room.${roomId}` && push.change === GameChange.AUTO_PLAY_OFF,
        ).length === 2,
    );
    // A new request is none of its attempts.
    await expect(calls.takeControl({ gameId, userId })).rejects.toMatchObject({
      code: 'AUTO_PLAY_NOT_ACTIVE',
    });
  },
);
