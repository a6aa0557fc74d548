import { DRAWN, X_WINS } from '@fifteen/testkit/games';
import { Operator } from '@fifteen/testkit/operator';
import { pairByQuickMatch, Player } from '@fifteen/testkit/player';
import { sharedStack, withQuickMatchAlone, type SharedStack } from '@fifteen/testkit/shared-stack';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Two of every service; each player comes in by a gateway of their own. */
let stack: SharedStack;
let operator: Operator;
beforeAll(async () => {
  stack = await sharedStack();
  operator = new Operator(stack);
}, 240_000);
afterAll(() => operator.stop());

const BET = 5_000;
const O_IN_THE_BOTTOM_ROW = [1, 11, 2, 12, 7, 13, 3, 14];

/** Two guests who own 5000 and some coins, with open sockets. */
async function newGame(): Promise<{
  x: Player;
  o: Player;
  gameId: string;
  roomId: string;
  before: [number, number];
}> {
  const [url = '', other = ''] = stack.urls;
  const people = await Promise.all([Player.guest(url), Player.guest(other)]);
  await Promise.all(people.map((player) => operator.grantCoins(player.user.id, BET)));
  await Promise.all(people.map((player) => player.connect()));
  const [a, b] = people as [Player, Player];
  const before = await a.coins();
  const { x, o, game } = await withQuickMatchAlone(() => pairByQuickMatch(a, b, BET));
  expect(game.betAmount).toBe(BET);
  expect(await x.coins()).toBe(before - BET);
  return { x, o, gameId: game.id, roomId: game.roomId ?? '', before: [before, before] };
}

describe('two guests at two gateways play for 5000 coins', () => {
  test.each([
    ['a column', X_WINS, 'X', 'vertical'],
    ['four in the bottom row', O_IN_THE_BOTTOM_ROW, 'O', 'horizontal'],
    ['a full board', DRAWN, null, 'draw'],
  ] as const)('to %s', async (_, line, winner, condition) => {
    const { x, o, gameId, before } = await newGame();
    const ends = await Promise.all([x.playOut(gameId, line), o.playOut(gameId, line)]);
    const results = await Promise.all([x.waitFor('game_over'), o.waitFor('game_over')]);
    for (const result of results) expect(result).toMatchObject({ winner, condition, betAmount: BET });
    expect(ends[0].board).toEqual(ends[1].board);
    expect(ends[0].moves).toEqual(line);

    const won = winner === 'X' ? [BET, -BET] : winner === 'O' ? [-BET, BET] : [0, 0];
    await expect.poll(() => x.coins()).toBe(before[0] + (won[0] ?? 0));
    await expect.poll(() => o.coins()).toBe(before[1] + (won[1] ?? 0));
    await expect.poll(() => operator.violations()).toEqual({});
  });

  test('until one leaves: the other wins the pot', async () => {
    const { x, o, roomId, before } = await newGame();
    o.send({ type: 'leave_room', roomId });
    const left = await x.waitFor('player_left_win');
    expect(left).toMatchObject({ winner: 'X', isAbandonmentWin: true, condition: 'abandonment' });
    await expect.poll(() => x.coins()).toBe(before[0] + BET);
    await expect.poll(() => o.coins()).toBe(before[1] - BET);
    await expect.poll(() => operator.violations()).toEqual({});
  });

  test('and see the same board at each version', async () => {
    const { x, o, gameId } = await newGame();
    await Promise.all([x.playOut(gameId, DRAWN), o.playOut(gameId, DRAWN)]);
    const boards = ({ received }: Player): Map<number, string> =>
      new Map(
        received.flatMap((message) =>
          'game' in message && message.game?.id === gameId
            ? [[message.game.version, JSON.stringify(message.game.board)] as const]
            : [],
        ),
      );
    const [seenByX, seenByO] = [boards(x), boards(o)];
    expect(seenByX.size).toBeGreaterThan(10);
    for (const [version, board] of seenByX)
      if (seenByO.has(version)) expect(seenByO.get(version)).toBe(board);
  });
});

test('a player who cannot pay receives an error for a search, and no coin moves', async () => {
  const player = await Player.guest(stack.url);
  await player.connect();
  await expect(player.api.matchmaking.join({ body: { betAmount: BET } })).rejects.toMatchObject({
    status: 403,
    body: { code: 'INSUFFICIENT_COINS', message: expect.stringContaining('coins') as string },
  });
  expect(await player.coins()).toBe(1_000);
});
