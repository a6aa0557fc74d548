import type { ServerMessage } from '@fifteen/contract';
import { Player } from '@fifteen/testkit/player';
import type { SharedStack } from '@fifteen/testkit/shared-stack';
import { randomUUID } from 'node:crypto';

/** The next message of a type, after something was sent. */
export async function answer<T extends ServerMessage['type']>(player: Player, frame: object, type: T) {
  const from = player.heard.length;
  player.send(frame);
  return player.hears(type, undefined, from);
}

/** A guest with an open socket, at the gateway of this number. */
export async function somebody(stack: SharedStack, gateway = 0): Promise<Player> {
  const player = await Player.guest(stack.urls[gateway % stack.urls.length] ?? stack.url);
  await player.connect();
  return player;
}

interface Wish {
  name?: string;
  maxPlayers?: 2 | 4;
  betAmount?: number;
  isPrivate?: boolean;
}

/** Opens a friendly room that people may watch. */
export function open(owner: Player, wish: Wish = {}) {
  const roomData = { maxPlayers: 4, betAmount: 0, ...wish };
  return answer(owner, { type: 'create_room', requestId: randomUUID(), roomData }, 'create_room_success');
}

/** Enters a room by its code. */
export function enter(player: Player, code: string, role: 'player' | 'spectator' = 'player') {
  return answer(
    player,
    { type: 'join_room_request', requestId: randomUUID(), code, role },
    'join_room_success',
  );
}

export async function start(owner: Player, roomId: string) {
  const frame = { type: 'start_game_request', roomId, requestId: randomUUID() };
  return (await answer(owner, frame, 'start_game_success')).game;
}

/** Two players of a room, one at each gateway; `watchers` people watch. */
export async function seated(stack: SharedStack, wish: Wish = {}, watchers = 0) {
  const [owner, guest] = await Promise.all([somebody(stack, 0), somebody(stack, 1)]);
  const { room } = await open(owner, wish);
  await enter(guest, room.code);
  const watching = await Promise.all(Array.from({ length: watchers }, (_, index) => somebody(stack, index)));
  for (const watcher of watching) await enter(watcher, room.code, 'spectator');
  return { owner, guest, room, roomId: room.id, watching };
}

/** The same, at a game that has just begun. */
export async function playing(stack: SharedStack, wish: Wish = {}, watchers = 0) {
  const table = await seated(stack, wish, watchers);
  const game = await start(table.owner, table.roomId);
  await table.guest.hears('game_started');
  const [x, o] =
    game.playerXId === table.owner.user.id ? [table.owner, table.guest] : [table.guest, table.owner];
  return { ...table, game, gameId: game.id, x, o };
}

/** Plays the game to a win of X in five moves; everybody has heard of the end. */
export async function playOut({ x, o, gameId }: { x: Player; o: Player; gameId: string }): Promise<void> {
  const line = [1, 2, 6, 3, 11];
  await Promise.all([x.playOut(gameId, line), o.playOut(gameId, line)]);
  await Promise.all([x, o].map((player) => player.hears('game_over', (over) => over.gameId === gameId)));
}
