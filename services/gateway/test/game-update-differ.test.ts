import { ServerMessage } from '@fifteen/contract';
import { toGameId } from '@fifteen/domain';
import { Status, type GameState } from '@fifteen/proto/game';
import { describe, expect, test } from 'vitest';
import type { OpenRoom } from '../src/realtime/open-room.ts';
import type { Connection, Encoded } from '../src/realtime/connection.ts';
import { toSeen, GameUpdateDiffer } from '../src/realtime/game-update-differ.ts';
import { expiredState, gameState, leftState, NOW, roomState, show, wonState } from './samples.ts';

const room = { id: 'r1', state: roomState() } as OpenRoom;

/** Returns a connection that records what it receives. */
function listener(userId: string, seen?: GameState) {
  const received: ServerMessage[] = [];
  const write = ({ json }: Encoded) => void received.push(ServerMessage.parse(JSON.parse(String(json))));
  const connection = {
    userId,
    seen: seen && toSeen(seen, false),
    write,
    sendUntilAcknowledged: (_: string, started: Encoded) => write(started),
  } as unknown as Connection;
  const receive = (state: GameState, final = false) =>
    new GameUpdateDiffer(room, { state, final }, show).sendTo(connection);
  return { received, receive, types: () => received.map(({ type }) => type) };
}

describe('a member of a room', () => {
  test('receives the start, then each move, once, however updates arrive', () => {
    const ann = listener('ann');
    ann.receive(gameState());
    ann.receive(gameState());
    ann.receive(gameState([1]));
    ann.receive(gameState([1]));
    ann.receive(gameState());
    ann.receive(gameState([1, 7]));
    expect(ann.types()).toEqual(['game_started', 'move', 'move']);
    expect(ann.received[2]).toMatchObject({ position: 7, player: 'O', game: { version: 2 } });
  });

  test('receives the result once when it is final, after the last move', () => {
    const ann = listener('ann', gameState([1, 2, 6, 3]));
    ann.receive(wonState());
    expect(ann.types()).toEqual(['move', 'winning_move']);
    ann.receive(wonState(), true);
    ann.receive(wonState(), true);
    ann.receive(wonState());
    expect(ann.types()).toEqual(['move', 'winning_move', 'game_over']);
    expect(ann.received[1]).toMatchObject({ position: 11, player: 'X', winningPositions: [1, 6, 11] });
  });

  test('receives everything at once when only the end arrives', () => {
    const ann = listener('ann', gameState([1, 2]));
    ann.receive(wonState(), true);
    expect(ann.types()).toEqual(['move', 'winning_move', 'game_over']);
  });

  test('receives auto-play, its moves, and its end', () => {
    const ann = listener('ann', gameState([1]));
    ann.receive(gameState([1], { version: 2, autoO: true }));
    ann.receive(gameState([1, 7], { version: 3, autoO: true }));
    ann.receive(gameState([1, 7, 2, 3], { version: 5, autoO: false }));
    expect(ann.types()).toEqual(['auto_play_enabled', 'auto_move', 'move', 'auto_play_disabled']);
    expect(ann.received[0]).toMatchObject({ player: 'O', game: { autoPlayActive: 'O' } });
    expect(ann.received[3]).toMatchObject({ player: 'O', game: { autoPlayActive: null } });
  });

  test('receives the whole game when only its clock changed', () => {
    const ann = listener('ann', gameState([1]));
    ann.receive(gameState([1], { version: 2, turnDeadline: new Date(NOW + 60_000) }));
    expect(ann.types()).toEqual(['game_reconnection']);
    expect(ann.received[0]).toMatchObject({
      room: { id: 'r1' },
      participants: [{ userId: 'ann' }, { userId: 'bob' }],
    });
  });

  test('receives a win if the opponent leaves, and an abandoned game otherwise', () => {
    const [ann, bob, cid] = ['ann', 'bob', 'cid'].map((id) => listener(id, gameState([1])));
    for (const one of [ann, bob, cid]) one?.receive(leftState(), true);
    expect(ann?.received).toMatchObject([{ type: 'player_left_win', isAbandonmentWin: true, winner: 'X' }]);
    expect(bob?.types()).toEqual(['game_abandoned']);
    expect(cid?.types()).toEqual(['game_abandoned']);
  });

  test('receives the expiry of a game without players', () => {
    const ann = listener('ann', gameState());
    ann.receive(expiredState(), true);
    expect(ann.types()).toEqual(['game_expired']);
  });

  test('receives the next round, and nothing more of the previous one', () => {
    const ann = listener('ann', wonState());
    const next = gameState([], { id: toGameId('g2'), round: 2 });
    ann.receive(next);
    ann.receive(wonState(), true);
    ann.receive(gameState([4], { id: toGameId('g2'), round: 2 }));
    expect(ann.types()).toEqual(['game_started', 'move']);
  });

  test('receives no result of a game that was cancelled before it began', () => {
    const ann = listener('ann', wonState());
    ann.receive(gameState([], { id: toGameId('g2'), round: 2, status: Status.CANCELLED }), true);
    expect(ann.types()).toEqual([]);
  });
});
