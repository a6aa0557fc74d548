import { meet, Player } from '@fifteen/testkit/player';
import { expect, test } from 'vitest';
import { product } from './product.ts';

const stack = product({
  env: { game: { TURN_SECONDS: '1', AUTO_MOVE_SECONDS: '0.5' }, matchmaking: { BOT_AFTER_SECONDS: '1' } },
});

async function connected(): Promise<Player> {
  const player = await Player.guest(stack().url);
  await player.connect();
  return player;
}

test('who lets a turn pass is played for, until they take control of their own seat', async () => {
  const { x, o, game } = await meet(await connected(), await connected(), 0);
  const gameId = game.id;
  for (const player of [x, o]) {
    const enabled = await player.hears('auto_play_enabled');
    expect(enabled).toMatchObject({ gameId, player: 'X', game: { autoPlayActive: 'X' } });
    const moved = await player.hears('auto_move');
    expect(moved).toMatchObject({ player: 'X', game: { version: enabled.game.version + 1 } });
  }
  // O cannot take X's seat back, only their own.
  o.send({ type: 'disable_auto_play', gameId });
  x.send({ type: 'disable_auto_play', gameId });
  for (const player of [x, o]) {
    expect(await player.hears('auto_play_disabled')).toMatchObject({
      player: 'X',
      game: { autoPlayActive: null },
    });
  }
});

test('a game nobody plays ends by itself, and both hear how', async () => {
  const { x, o } = await meet(await connected(), await connected(), 0);
  const ended = async (player: Player) => {
    const end = await Promise.race([
      player.hears('game_expired', undefined, 0, 25_000),
      player.hears('game_over', undefined, 0, 25_000),
    ]);
    return end.type;
  };
  expect(await ended(x)).toBe(await ended(o));
});

test('who finds nobody meets a computer, for no coins', async () => {
  const player = await connected();
  await player.search(0);
  const { game } = await player.hears('game_started');
  expect([game.playerXId, game.playerOId].filter((id) => id.startsWith('player_'))).toHaveLength(1);
  expect(game.betAmount).toBe(0);
  const info = game.playerXId === player.user.id ? game.playerOInfo : game.playerXInfo;
  expect(info?.displayName).toMatch(/^Player \d{4}$/);
});
