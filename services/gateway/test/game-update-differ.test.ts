import { ServerMessage } from '@fifteen/contract';
import type { GameState } from '@fifteen/proto/game';
import { describe, expect, test } from 'vitest';
import type { OpenRoom } from '../src/realtime/open-room.ts';
import type { Connection, Encoded } from '../src/realtime/connection.ts';
import { toSeen, GameUpdateDiffer } from '../src/realtime/game-update-differ.ts';
import { expiredState, gameState, leftState, NOW, roomState, show, wonState } from './samples.ts';

const room = { id: 'r1', state: roomState() } as OpenRoom;

/** Returns a connection that records what it receives. */
function listener(userId: string, seen?: GameState) {
  const heard: ServerMessage[] = [];
  const write = ({ json }: Encoded) => void heard.push(ServerMessage.parse(JSON.parse(String(json))));
  const connection = {
    userId,
    seen: seen && toSeen(seen, false),
    write,
    sendUntilAcknowledged: (_: string, started: Encoded) => write(started),
  } as unknown as Connection;
  const hear = (state: GameState, final = false) =>
    new GameUpdateDiffer(room, { state, final }, show).sendTo(connection);
  return { heard, hear, types: () => heard.map(({ type }) => type) };
}

describe('a member of a room', () => {
  test('receives the start, then each move, once, however updates arrive', () => {
    const ann = listener('ann');
    ann.hear(gameState());
    ann.hear(gameState());
    ann.hear(gameState([1]));
    ann.hear(gameState([1]));
    ann.hear(gameState());
    ann.hear(gameState([1, 7]));
    expect(ann.types()).toEqual(['game_started', 'move', 'move']);
    expect(ann.heard[2]).toMatchObject({ position: 7, player: 'O', game: { version: 2 } });
  });

  test('receives the result once when it is final, after the last move', () => {
    const ann = listener('ann', gameState([1, 2, 6, 3]));
    ann.hear(wonState());
    expect(ann.types()).toEqual(['move', 'winning_move']);
    ann.hear(wonState(), true);
    ann.hear(wonState(), true);
    ann.hear(wonState());
    expect(ann.types()).toEqual(['move', 'winning_move', 'game_over']);
    expect(ann.heard[1]).toMatchObject({ position: 11, player: 'X', winningPositions: [1, 6, 11] });
  });

  test('receives everything at once when only the end arrives', () => {
    const ann = listener('ann', gameState([1, 2]));
    ann.hear(wonState(), true);
    expect(ann.types()).toEqual(['move', 'winning_move', 'game_over']);
  });

  test('receives auto-play, its moves, and its end', () => {
    const ann = listener('ann', gameState([1]));
    ann.hear(gameState([1], { version: 2, autoO: true }));
    ann.hear(gameState([1, 7], { version: 3, autoO: true }));
    ann.hear(gameState([1, 7, 2, 3], { version: 5, autoO: false }));
    expect(ann.types()).toEqual(['auto_play_enabled', 'auto_move', 'move', 'auto_play_disabled']);
    expect(ann.heard[0]).toMatchObject({ player: 'O', game: { autoPlayActive: 'O' } });
    expect(ann.heard[3]).toMatchObject({ player: 'O', game: { autoPlayActive: null } });
  });

  test('hears the whole game when only its clock has moved', () => {
    const ann = listener('ann', gameState([1]));
    ann.hear(gameState([1], { version: 2, turnDeadline: new Date(NOW + 60_000) }));
    expect(ann.types()).toEqual(['game_reconnection']);
    expect(ann.heard[0]).toMatchObject({
      room: { id: 'r1' },
      participants: [{ userId: 'ann' }, { userId: 'bob' }],
    });
  });

  test('hears of a leaver what concerns them: who stays has won', () => {
    const [ann, bob, cid] = ['ann', 'bob', 'cid'].map((id) => listener(id, gameState([1])));
    for (const one of [ann, bob, cid]) one?.hear(leftState(), true);
    expect(ann?.heard).toMatchObject([{ type: 'player_left_win', isAbandonmentWin: true, winner: 'X' }]);
    expect(bob?.types()).toEqual(['game_abandoned']);
    expect(cid?.types()).toEqual(['game_abandoned']);
  });

  test('hears that a game nobody came to has expired', () => {
    const ann = listener('ann', gameState());
    ann.hear(expiredState(), true);
    expect(ann.types()).toEqual(['game_expired']);
  });

  test('receives the next round, and nothing more of the previous one', () => {
    const ann = listener('ann', wonState());
    const next = gameState([], { id: 'g2', round: 2 });
    ann.hear(next);
    ann.hear(wonState(), true);
    ann.hear(gameState([4], { id: 'g2', round: 2 }));
    expect(ann.types()).toEqual(['game_started', 'move']);
  });
});
