import { ApiError, type Player } from '@fifteen/testkit/player';
import type { SeededGame } from './users.ts';

/** Makes two users friends, unless they are already. */
export async function befriendUsers(one: Player, two: Player): Promise<void> {
  try {
    const { request } = await one.api.friends.request({ body: { requestedId: two.user.id } });
    await two.api.friends.respond({ body: { requestId: request.id, response: 'accepted' } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
  }
}

/** Plays these moves in a room of the two users. */
export async function playGame(owner: Player, other: Player, { bet, moves }: SeededGame): Promise<void> {
  for (const player of [owner, other]) if (!player.connected) await player.connect();
  const { room } = await owner.api.rooms.create({ body: { maxPlayers: 2, betAmount: bet } });
  await other.api.rooms.join({ body: { code: room.code, role: 'player' } });
  const { game } = await owner.api.rooms.startGame({ params: { id: room.id } });
  await Promise.all([owner, other].map((player) => player.playOut(game.id, moves)));
  for (const player of [owner, other]) await player.api.rooms.leave({ params: { id: room.id } });
}
