import { runAdminTool } from '@fifteen/testkit';
import type { Player } from '@fifteen/testkit/player';
import { describe, expect, test } from 'vitest';
import { useOperator } from './operator.ts';
import { useOwnStack } from './harness.ts';
import { sendAndWait, connectGuest, enterRoom, openRoom } from './room-fixtures.ts';

const stack = useOwnStack({
  env: { game: { FAIR_PLAY_INTERVAL_SECONDS: '0.2', STAKE_LIMIT_COINS: '50000' } },
});
const operators = useOperator(stack);

async function rich(coins = 20_000_000): Promise<Player> {
  const player = await connectGuest(stack());
  await operators().grantCoins(player.user.id, coins);
  return player;
}

describe('threat 41: new players above the stake limit', () => {
  const limitError = {
    code: 'STAKE_LIMIT',
    message:
      'New players can bet up to 50000 coins a game. Finished games with other people that lift this limit: 20, ' +
      'different opponents among them: 5.',
  };

  test('get an error with the required games and opponents, by socket and HTTP', async () => {
    const player = await rich();
    const roomData = { name: 'High', maxPlayers: 2, betAmount: 250_000 };
    const room = { type: 'create_room', requestId: 'high', roomData };
    expect(await sendAndWait(player, room, 'create_room_error')).toMatchObject(limitError);
    const search = { type: 'start_matchmaking', betAmount: 1_000_000 };
    expect(await sendAndWait(player, search, 'matchmaking_error')).toMatchObject(limitError);
    for (const attempt of [
      () => player.api.rooms.create({ body: { betAmount: 10_000_000 } }),
      () => player.api.matchmaking.join({ body: { betAmount: 1_000_000 } }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 403, body: limitError });
    await player.search(5_000);
  });

  test('see the limit before they choose a bet', async () => {
    const player = await connectGuest(stack());
    expect(await player.api.auth.user()).toMatchObject({
      stakeLimit: { coins: 50_000, games: 20, opponents: 5 },
    });
  });

  test('appear in the operators’ list when their games look thrown, and lose nothing', async () => {
    const [ann, bob] = [await rich(20_000), await rich(20_000)];
    for (let game = 0; game < 3; game += 1) {
      const { room } = await ann.api.rooms.create({ body: { betAmount: 5_000 } });
      await bob.api.rooms.join({ body: { code: room.code } });
      await ann.api.rooms.startGame({ params: { id: room.id } });
      await bob.api.rooms.leave({ params: { id: room.id } });
    }
    await expect
      .poll(async () => (await runAdminTool(['flags', 'list'], stack().adminEnv)).out, {
        timeout: 40_000,
        interval: 1_000,
      })
      .toMatch(new RegExp(`^thrown {4}${bob.user.username} .*\n( {10}[0-9a-f-]{36}\n){3}1 to look at.\n$`));
    await expect.poll(async () => [await ann.coins(), await bob.coins()]).toEqual([36_000, 6_000]);
  });
});

test('a start that one player cannot pay is an error of that player, and another for the opponent', async () => {
  const [owner, guest] = [await rich(100_000), await rich(50_000)];
  const { room } = await openRoom(owner, { betAmount: 50_000 });
  await enterRoom(guest, room.code);
  await guest.api.shop.purchaseEmoji({ body: { emojiId: 'smile' } });
  const opponentError = {
    code: 'OPPONENT_SHORT_OF_COINS',
    error: 'Insufficient Coins',
    message: 'Your opponent does not have enough coins for this game.',
  };
  const frame = { type: 'start_game_request', roomId: room.id, requestId: 'q' };
  expect(await sendAndWait(owner, frame, 'start_game_error')).toMatchObject({
    ...opponentError,
    requestId: 'q',
  });
  const received = await guest.waitFor('start_game_error');
  expect(received).toMatchObject({ code: 'INSUFFICIENT_COINS', details: { coins: 50_000 } });
  expect(received).not.toHaveProperty('requestId');
  const byHttp = owner.api.rooms.startGame({ params: { id: room.id } });
  await expect(byHttp).rejects.toMatchObject({ status: 403, body: opponentError });
});
