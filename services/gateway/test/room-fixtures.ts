import type { ServerMessage } from '@fifteen/contract';
import { X_WINS } from '@fifteen/testkit/games';
import { Player } from '@fifteen/testkit/player';
import type { SharedStack } from '@fifteen/testkit/shared-stack';
import { randomUUID } from 'node:crypto';

/** Sends a frame, and returns the next message of a type. */
export async function sendAndWait<T extends ServerMessage['type']>(player: Player, frame: object, type: T) {
  const from = player.received.length;
  player.send(frame);
  return player.waitFor(type, undefined, from);
}

/** Connects a new guest to the gateway with this index. */
export async function connectGuest(stack: SharedStack, gateway = 0): Promise<Player> {
  const player = await Player.guest(stack.urls[gateway % stack.urls.length] ?? stack.url);
  await player.connect();
  return player;
}

interface RoomOptions {
  name?: string;
  maxPlayers?: 2 | 4;
  betAmount?: number;
  isPrivate?: boolean;
}

/** Creates a friendly room that allows spectators. */
export function openRoom(owner: Player, options: RoomOptions = {}) {
  const roomData = { maxPlayers: 4, betAmount: 0, ...options };
  return sendAndWait(
    owner,
    { type: 'create_room', requestId: randomUUID(), roomData },
    'create_room_success',
  );
}

/** Joins a room by its code. */
export function enterRoom(player: Player, code: string, role: 'player' | 'spectator' = 'player') {
  return sendAndWait(
    player,
    { type: 'join_room_request', requestId: randomUUID(), code, role },
    'join_room_success',
  );
}

export async function startGame(owner: Player, roomId: string) {
  const frame = { type: 'start_game_request', roomId, requestId: randomUUID() };
  return (await sendAndWait(owner, frame, 'start_game_success')).game;
}

/** Seats two players in a room, on different gateways, with `watchers` spectators. */
export async function seatPlayers(stack: SharedStack, options: RoomOptions = {}, watchers = 0) {
  const [owner, guest] = await Promise.all([connectGuest(stack, 0), connectGuest(stack, 1)]);
  const { room } = await openRoom(owner, options);
  await enterRoom(guest, room.code);
  const watching = await Promise.all(
    Array.from({ length: watchers }, (_, index) => connectGuest(stack, index)),
  );
  for (const watcher of watching) await enterRoom(watcher, room.code, 'spectator');
  return { owner, guest, room, roomId: room.id, watching };
}

/** Seats two players, and starts a game. */
export async function seatAndStart(stack: SharedStack, options: RoomOptions = {}, watchers = 0) {
  const seated = await seatPlayers(stack, options, watchers);
  const game = await startGame(seated.owner, seated.roomId);
  await seated.guest.waitFor('game_started');
  const [x, o] =
    game.playerXId === seated.owner.user.id ? [seated.owner, seated.guest] : [seated.guest, seated.owner];
  return { ...seated, game, gameId: game.id, x, o };
}

/** Plays the game to a win of X in five moves, and waits until both players have received the result. */
export async function playOut({ x, o, gameId }: { x: Player; o: Player; gameId: string }): Promise<void> {
  await Promise.all([x.playOut(gameId, X_WINS), o.playOut(gameId, X_WINS)]);
  await Promise.all([x, o].map((player) => player.waitFor('game_over', (over) => over.gameId === gameId)));
}
