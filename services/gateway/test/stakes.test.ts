import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Player } from '@fifteen/testkit/player';
import { describe, expect, test } from 'vitest';
import { operator } from './operator.ts';
import { product } from './harness.ts';
import { answer, somebody } from './tables.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const stack = product({ env: { game: { FAIR_PLAY_SWEEP_SECONDS: '0.2', STAKE_LIMIT_COINS: '50000' } } });
const operators = operator(stack);

async function rich(coins = 20_000_000): Promise<Player> {
  const player = await somebody(stack());
  await operators().coins(player.user.id, coins);
  return player;
}

describe('threat 41: new players who bet more than they may', () => {
  const words = {
    code: 'STAKE_LIMIT',
    message: 'New players can bet up to 50000 coins a game. Finish 20 games with other people to bet more.',
  };

  test('are told so, by whichever door, with what it takes', async () => {
    const player = await rich();
    const roomData = { name: 'High', maxPlayers: 2, betAmount: 250_000 };
    const room = { type: 'create_room', requestId: 'high', roomData };
    expect(await answer(player, room, 'create_room_error')).toMatchObject(words);
    const search = { type: 'start_matchmaking', betAmount: 1_000_000 };
    expect(await answer(player, search, 'matchmaking_error')).toMatchObject(words);
    for (const refused of [
      player.api.rooms.create({ body: { betAmount: 10_000_000 } }),
      player.api.matchmaking.join({ body: { betAmount: 1_000_000 } }),
    ])
      await expect(refused).rejects.toMatchObject({ status: 403, body: words });
    await player.search(5_000);
  });

  test('can see the limit before they choose a bet', async () => {
    const player = await somebody(stack());
    expect(await player.api.auth.user()).toMatchObject({ stakeLimit: { coins: 50_000, games: 20 } });
  });

  test('and whose games look thrown are listed for the operators, and lose nothing by it', async () => {
    const [ann, bob] = [await rich(20_000), await rich(20_000)];
    for (let game = 0; game < 3; game += 1) {
      const { room } = await ann.api.rooms.create({ body: { betAmount: 5_000 } });
      await bob.api.rooms.join({ body: { code: room.code } });
      await ann.api.rooms.startGame({ params: { id: room.id } });
      await bob.api.rooms.leave({ params: { id: room.id } });
    }
    await expect
      .poll(async () => (await admin('flags', 'list')).out, { timeout: 20_000, interval: 1_000 })
      .toMatch(new RegExp(`^thrown {4}${bob.user.username} .*\n( {10}[0-9a-f-]{36}\n){3}1 to look at.\n$`));
    expect([await ann.coins(), await bob.coins()]).toEqual([36_000, 6_000]);
  });
});

/** Runs the operators' tool. */
const admin = (...args: string[]): Promise<{ code: number; out: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/admin.ts', ...args],
      { cwd: ROOT, env: { ...process.env, ...stack().adminEnv } },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out: out + err }),
    );
  });
