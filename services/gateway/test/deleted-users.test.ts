import { runAdminTool } from '@fifteen/testkit';
import { Player } from '@fifteen/testkit/player';
import { expect, test } from 'vitest';
import { useSharedStack } from './harness.ts';
import { befriend, createMember } from './members.ts';
import { useOperator } from './operator.ts';
import { connectGuest, enterRoom, openRoom, startGame } from './room-fixtures.ts';

const BET = 5_000;

const stack = useSharedStack();
const operators = useOperator(stack);
const admin = (...args: string[]) => runAdminTool(args, stack().adminEnv);

test('a member whom an operator deletes loses the running game, and is found by no name', async () => {
  const [{ player: ann, username, email }, bob] = await Promise.all([
    createMember(stack()),
    connectGuest(stack(), 1),
  ]);
  await ann.connect();
  await befriend(ann, bob);
  await ann.api.chat.send({ body: { targetUserId: bob.user.id, message: 'My name is Ann' } });
  for (const { user } of [ann, bob]) await operators().grantCoins(user.id, BET);
  const before = await bob.coins();
  const { room } = await openRoom(ann, { betAmount: BET });
  await enterRoom(bob, room.code);
  const game = await startGame(ann, room.id);

  expect(await admin('user', 'delete', username)).toMatchObject({
    code: 1,
    err: `A deletion takes the id of ${username}: ${ann.user.id}\n`,
  });
  expect(await admin('user', 'delete', ann.user.id)).toEqual({
    ...{ code: 0, out: `${username} is deleted.\n`, err: '' },
  });

  expect(await ann.closed()).toBe(4401);
  await bob.waitFor('player_left_win', ({ gameId }) => gameId === game.id);
  await expect.poll(() => bob.coins()).toBe(before + BET);
  await expect.poll(() => bob.api.friends.list()).toEqual([]);
  const { users } = await bob.api.profile.search({ body: { name: username } });
  expect(users).toEqual([]);
  for (const name of [username, email, ann.user.id])
    expect(await admin('user', 'show', name)).toMatchObject({
      code: 1,
      err: 'USER_NOT_FOUND: Player not found\n',
    });
  const other = await Player.guest(stack().url);
  await other.api.auth.upgrade({ body: { username, email, password: 'another harbour' } });
});
