import type { Operator } from '@fifteen/testkit/operator';
import type { Player } from '@fifteen/testkit/player';
import type { SharedStack } from '@fifteen/testkit/shared-stack';
import {
  connectGuest,
  enterRoom,
  openRoom,
  playOut,
  seatAndStart,
  seatPlayers,
  startGame,
} from '../room-fixtures.ts';
import { NOWHERE, type Place } from './frames.ts';

/** Two players in a state of a room, of whom one sends messages. */
export interface Scene {
  readonly sender: Player;
  readonly other: Player;
  readonly at: Place;
  /** What both had before they staked any, where they may have to. */
  readonly coins?: number;
}

export const BET = 5_000;
/** Longer than a turn. */
const AUTO_PLAY_MS = 60_000;

const sceneOf = (sender: Player, other: Player, place: Partial<Place> = {}): Scene => ({
  sender,
  other,
  at: { ...NOWHERE, ...place, userId: sender.user.id, opponentId: other.user.id },
});

async function outside(stack: SharedStack): Promise<Scene> {
  return sceneOf(await connectGuest(stack, 0), await connectGuest(stack, 1));
}

/** The owner of a room, and the other player of it, who have enough coins for its bet. */
async function waitingForCoins(stack: SharedStack, operator: Operator): Promise<Scene> {
  const { sender: owner, other: guest } = await outside(stack);
  for (const { user } of [owner, guest]) await operator.grantCoins(user.id, BET);
  const coins = (await owner.coins()) + (await guest.coins());
  const { room } = await openRoom(owner, { betAmount: BET });
  await enterRoom(guest, room.code);
  return { ...sceneOf(owner, guest, { roomId: room.id, code: room.code }), coins };
}

async function over(stack: SharedStack): Promise<Scene> {
  const seats = await seatAndStart(stack);
  await playOut(seats);
  const { owner, guest, room, roomId, gameId } = seats;
  return sceneOf(owner, guest, { roomId, code: room.code, gameId });
}

/** The players of an ended game; the sender has a request for a rematch. */
async function rematchRequested(stack: SharedStack): Promise<Scene> {
  const scene = await over(stack);
  const { sender, other, at } = scene;
  const body = { requestedUserId: sender.user.id, gameId: at.gameId };
  const { request } = await other.api.playAgain.request({ body });
  await sender.waitFor('play_again_request');
  return { ...scene, at: { ...at, rematchId: request.id } };
}

/** States of a room, by what the sender is in them, or by their stage. */
export const STATES = {
  outside,
  searching: async (stack) => {
    const scene = await outside(stack);
    await scene.sender.search(0);
    return scene;
  },
  waiting: async (stack) => {
    const { owner, guest, room, roomId } = await seatPlayers(stack);
    return sceneOf(owner, guest, { roomId, code: room.code });
  },
  'waiting for a game for coins': waitingForCoins,
  playing: async (stack) => {
    const { owner, guest, room, roomId, gameId } = await seatAndStart(stack);
    return sceneOf(owner, guest, { roomId, code: room.code, gameId });
  },
  'playing for coins': async (stack, operator) => {
    const scene = await waitingForCoins(stack, operator);
    const { id: gameId } = await startGame(scene.sender, scene.at.roomId);
    await scene.other.waitFor('game_started');
    return { ...scene, at: { ...scene.at, gameId } };
  },
  'on auto-play': async (stack) => {
    const { x, o, room, roomId, gameId } = await seatAndStart(stack);
    await x.waitFor('auto_move', undefined, 0, AUTO_PLAY_MS);
    return sceneOf(x, o, { roomId, code: room.code, gameId });
  },
  watching: async (stack) => {
    const { owner, room, roomId, gameId, watching } = await seatAndStart(stack, {}, 1);
    const [spectator] = watching;
    if (!spectator) throw new Error('one watches');
    return sceneOf(spectator, owner, { roomId, code: room.code, gameId });
  },
  over,
  'with a request for a rematch': rematchRequested,
  'before an agreed rematch': async (stack) => {
    const scene = await rematchRequested(stack);
    const { sender, at } = scene;
    await sender.api.playAgain.respond({ body: { requestId: at.rematchId, response: 'accepted' } });
    await sender.waitFor('play_again_countdown');
    return scene;
  },
} satisfies Record<string, (stack: SharedStack, operator: Operator) => Promise<Scene>>;

export type State = keyof typeof STATES;
