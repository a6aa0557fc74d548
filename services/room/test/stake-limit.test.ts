import { randomUUID } from 'node:crypto';
import { toGameId, toRoomId, type UserId } from '@fifteen/domain';
import { RequestStatus } from '@fifteen/proto/room';
import { beforeAll, describe, expect, test } from 'vitest';
import { openHarness, playOut, asPlayer, newUserId, roomRequest } from './harness.ts';

const { harness, rooms, roomOf } = openHarness();
const BET = 250_000;
const stakeLimit = { code: 'STAKE_LIMIT', details: { coins: 50_000, games: 20 } };

/** A user with 20 finished games and enough coins. */
let experienced: UserId;
beforeAll(async () => {
  experienced = await harness.userWithCoins(5_000_000);
  for (let round = 1; round <= 20; round += 1) {
    const gameId = toGameId(randomUUID());
    const playerIds = [experienced, newUserId()];
    await harness.gamesAsRoom.createGame({
      gameId,
      roomId: toRoomId(randomUUID()),
      round,
      playerIds,
      bet: 0,
      xPlayerId: '',
    });
    await playOut(harness, gameId);
  }
});

describe('threat 41: rejects a new player at a higher bet, on every path', () => {
  test('by a room of their own', async () => {
    const newPlayer = await harness.userWithCoins(5_000_000);
    await expect(rooms.createRoom(roomRequest(newPlayer, { bet: BET }))).rejects.toMatchObject(stakeLimit);
    expect(await roomOf(newPlayer)).toBeUndefined();
    expect((await rooms.createRoom(roomRequest(newPlayer, { bet: 50_000 }))).room.bet).toBe(50_000);
  });

  test('by a code or an invitation', async () => {
    const newPlayer = await harness.userWithCoins(5_000_000);
    const { id, code } = (await rooms.createRoom(roomRequest(experienced, { bet: BET }))).room;
    await expect(rooms.joinRoom(asPlayer(code, newPlayer))).rejects.toMatchObject(stakeLimit);
    const { invitation } = await rooms.inviteUser({
      roomId: id,
      inviterId: experienced,
      invitedId: newPlayer,
    });
    const accepted = rooms.answerInvitation({
      invitationId: invitation.id,
      userId: newPlayer,
      accept: true,
      blockedIds: [],
    });
    await expect(accepted).rejects.toMatchObject(stakeLimit);
    expect((await rooms.listInvitations({ userId: newPlayer })).invitations).toMatchObject([
      { status: RequestStatus.PENDING },
    ]);
    expect(await roomOf(newPlayer)).toBeUndefined();
  });

  test('by matchmaking, also when the match was made already', async () => {
    const newPlayer = await harness.userWithCoins(5_000_000);
    const { matchmaking } = harness.replicas[1]!;
    await matchmaking.checkStake({ userId: experienced, bet: 1_000_000 });
    await matchmaking.checkStake({ userId: newPlayer, bet: 5_000 });
    await expect(matchmaking.checkStake({ userId: newPlayer, bet: 1_000_000 })).rejects.toMatchObject(
      stakeLimit,
    );
    const matchId = randomUUID();
    const match = { matchId, playerIds: [experienced, newPlayer], bet: 1_000_000 };
    await expect(matchmaking.createMatch(match)).rejects.toMatchObject(stakeLimit);
    await expect(matchmaking.createMatch(match)).rejects.toMatchObject({ code: 'GAME_CANCELLED' });
    expect(await Promise.all([harness.coins(experienced), harness.coins(newPlayer)])).toEqual([
      5_000_000, 5_000_000,
    ]);
    expect(await roomOf(newPlayer)).toBeUndefined();
  });

  test('rejects a player who cannot pay with INSUFFICIENT_COINS first', async () => {
    const matchmaking = harness.replicas[0].matchmaking;
    await expect(matchmaking.checkStake({ userId: newUserId(), bet: BET })).rejects.toMatchObject({
      ...{ code: 'INSUFFICIENT_COINS', details: { coins: BET } },
    });
  });
});
