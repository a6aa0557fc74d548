import type { Player } from '@fifteen/testkit/player';
import { withQuickMatchAlone } from '@fifteen/testkit/shared-stack';
import { describe, expect, test } from 'vitest';
import { useSharedStack } from './harness.ts';
import { useOperator } from './operator.ts';
import { connectGuest, enterRoom, openRoom, sendAndWait } from './room-fixtures.ts';

const stack = useSharedStack();
const operators = useOperator(stack);

const BET = 5_000;
const cancel = { type: 'cancel_matchmaking' };
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
      const left = await sendAndWait(reloaded, cancel, 'matchmaking_response');
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

test('a search that begins and ends by HTTP at one gateway ends at the sockets of the other', async () => {
  await withQuickMatchAlone(async () => {
    const player = await connectGuest(stack());
    const other = player.openTab(stack().urls.find((url) => url !== player.url));
    expect(await other.api.matchmaking.join({ body: { betAmount: 0 } })).toMatchObject({ status: 'waiting' });
    await other.api.matchmaking.leave();
    const left = await player.waitFor('matchmaking_response');
    expect(left).toMatchObject({ status: 'left', betAmount: 0 });
    player.close();
  });
});

/** Accepts an invitation to the room of another player. */
async function acceptInvitation(tab: Player, host: Player): Promise<void> {
  const { room } = await openRoom(host);
  const { invitation } = await host.api.rooms.invite({
    params: { id: room.id },
    body: { invitedId: tab.user.id },
  });
  await tab.api.invitations.respond({ params: { id: invitation.id }, body: { response: 'accepted' } });
}

describe('a search ends in all tabs', () => {
  test.each<[string, (tab: Player, host: Player) => Promise<unknown>]>([
    ['creates a room', (tab) => openRoom(tab)],
    ['joins a room', async (tab, host) => enterRoom(tab, (await openRoom(host)).room.code)],
    [
      'enters a room to watch',
      async (tab, host) => enterRoom(tab, (await openRoom(host)).room.code, 'spectator'),
    ],
    ['accepts an invitation', acceptInvitation],
  ])('when the player %s in one of them', async (_, enter) => {
    await withQuickMatchAlone(async () => {
      const [player, host] = [await searching(), await connectGuest(stack())];
      const tab = player.openTab();
      await tab.connect();
      await enter(tab, host);
      for (const one of [player, tab])
        await one.waitFor('matchmaking_response', ({ status }) => status === 'left');
      expect(await sendAndWait(tab, cancel, 'matchmaking_response')).toMatchObject({ betAmount: 0 });
      for (const one of [player, tab, host]) one.close();
    });
  });

  test('but not when the player enters no room', async () => {
    await withQuickMatchAlone(async () => {
      const player = await searching();
      const request = player.api.rooms.join({ body: { code: 'NOSUCH22', role: 'player' } });
      await expect(request).rejects.toMatchObject({ status: 404 });
      expect(await sendAndWait(player, cancel, 'matchmaking_response')).toMatchObject({ betAmount: BET });
      player.close();
    });
  });
});
