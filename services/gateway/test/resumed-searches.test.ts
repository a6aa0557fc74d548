import type { Player } from '@fifteen/testkit/player';
import { withQuickMatchAlone } from '@fifteen/testkit/shared-stack';
import { describe, expect, test } from 'vitest';
import { useSharedStack } from './harness.ts';
import { useOperator } from './operator.ts';
import { connectGuest, sendAndWait } from './room-fixtures.ts';

const stack = useSharedStack();
const operators = useOperator(stack);

const BET = 5_000;
const resync = { type: 'request_current_game_state' };

/** Connects a guest who searches for a game for coins. */
async function searching(): Promise<Player> {
  const player = await connectGuest(stack());
  await operators().grantCoins(player.user.id, BET);
  await player.search(BET);
  return player;
}

describe('a search whose page is reloaded', () => {
  test.each([0, 1])('goes on, and is sent to the page at gateway %d', async (gateway) => {
    await withQuickMatchAlone(async () => {
      const player = await searching();
      player.close();
      const reloaded = player.openTab(stack().urls[gateway]);
      await reloaded.connect();
      expect(await sendAndWait(reloaded, resync, 'matchmaking_response')).toMatchObject({
        ...{ status: 'waiting', betAmount: BET },
      });
      const left = await sendAndWait(reloaded, { type: 'cancel_matchmaking' }, 'matchmaking_response');
      expect(left).toMatchObject({ status: 'left', betAmount: BET });
      reloaded.close();
    });
  });

  test('ends in both tabs when one cancels it', async () => {
    await withQuickMatchAlone(async () => {
      const player = await searching();
      const tab = player.openTab();
      await tab.connect();
      await sendAndWait(tab, resync, 'matchmaking_response');
      await tab.api.matchmaking.leave();
      for (const { received } of [player, tab])
        await expect
          .poll(() => received.findLast(({ type }) => type === 'matchmaking_response'))
          .toMatchObject({ status: 'left', betAmount: BET });
      expect(await sendAndWait(player, resync, 'reconnection')).toMatchObject({ status: 'none' });
      for (const one of [player, tab]) one.close();
    });
  });
});
