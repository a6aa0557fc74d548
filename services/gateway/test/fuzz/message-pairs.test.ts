import { fromMoves } from '@fifteen/domain';
import { Random, scaled, testSeed } from '@fifteen/testkit';
import type { Player } from '@fifteen/testkit/player';
import { withQuickMatchAlone } from '@fifteen/testkit/shared-stack';
import { describe, expect, test } from 'vitest';
import { useSharedStack } from '../harness.ts';
import { connectGuest, playOut, seatAndStart, seatPlayers } from '../room-fixtures.ts';
import { frameOf, TYPES, type Place } from './frames.ts';

const stack = useSharedStack();
const seed = testSeed();

const STATES = ['outside', 'waiting', 'playing', 'over'] as const;
type State = (typeof STATES)[number];
const PAIRS = TYPES.flatMap((first) => TYPES.map((second) => [first, second] as const));
/** Of the 256 pairs in each state: 6 for a commit, all at night. */
const PER_STATE = process.env.TESTS === 'all' ? PAIRS.length : Math.min(PAIRS.length, scaled(6));
const AT_ONCE = 4;
const SLOW_MS = 10_000;

interface Case {
  sender: Player;
  other: Player;
  at: Place;
}

/** Two players in this state of their room. */
async function caseIn(state: State): Promise<Case> {
  if (state === 'outside') {
    const [sender, other] = await Promise.all([connectGuest(stack(), 0), connectGuest(stack(), 1)]);
    const at = { roomId: 'none', code: 'AAAAAAAA', gameId: 'none' };
    return { sender, other, at: { ...at, userId: sender.user.id, opponentId: other.user.id } };
  }
  const seats =
    state === 'waiting' ? { ...(await seatPlayers(stack())), gameId: 'none' } : await seatAndStart(stack());
  if (state === 'over' && 'x' in seats) await playOut(seats);
  const { owner: sender, guest: other, room, roomId, gameId } = seats;
  const at = { roomId, code: room.code, gameId, userId: sender.user.id, opponentId: other.user.id };
  return { sender, other, at };
}

/** Waits until all earlier frames of a player were handled: a request for the state is answered after them. */
async function currentState(player: Player) {
  const from = player.received.length;
  player.send({ type: 'request_current_game_state' });
  const answers = ['game_reconnection', 'reconnection_room_join', 'reconnection'] as const;
  await expect
    .poll(
      () => player.received.slice(from).some(({ type }) => (answers as readonly string[]).includes(type)),
      {
        timeout: SLOW_MS,
      },
    )
    .toBe(true);
  return player.received.slice(from).find(({ type }) => type === 'game_reconnection');
}

/** Returns what is wrong after two messages: an error of the server, or an illegal game. */
async function faultsAfter([first, second]: (typeof PAIRS)[number], state: State): Promise<string[]> {
  const { sender, other, at } = await caseIn(state);
  sender.send(frameOf(first, at));
  sender.send(frameOf(second, at));
  await Promise.all([currentState(sender), currentState(other)]);
  await sender.api.matchmaking.leave();
  const faults = [sender, other].flatMap((player) => [
    ...player.received.flatMap((message) =>
      'code' in message && /INTERNAL|UNAVAILABLE/.test(message.code)
        ? [`${message.type}: ${message.code}`]
        : [],
    ),
    ...(player.closeCode === undefined ? [] : [`closed with ${player.closeCode}`]),
  ]);
  for (const { moves } of [...sender.games.values(), ...other.games.values()]) fromMoves(moves);
  for (const player of [sender, other]) player.close();
  return faults.map((fault) => `${first}, ${second}: ${fault}`);
}

const isSearch = (pair: (typeof PAIRS)[number]): boolean => pair.includes('start_matchmaking');

describe(`two messages at once (TEST_SEED=${seed})`, () => {
  test.each(STATES)(
    'leave players of a room in a legal state: %s',
    async (state) => {
      const random = new Random(seed + STATES.indexOf(state));
      const ordered = PAIRS.map((pair) => ({ pair, rank: random.next() })).sort((a, b) => a.rank - b.rank);
      const pairs = ordered.slice(0, PER_STATE).map(({ pair }) => pair);
      const others = pairs.filter((pair) => !isSearch(pair));
      for (let from = 0; from < others.length; from += AT_ONCE) {
        const faults = others.slice(from, from + AT_ONCE).map((pair) => faultsAfter(pair, state));
        expect((await Promise.all(faults)).flat()).toEqual([]);
      }
      for (const pair of pairs.filter(isSearch))
        expect(await withQuickMatchAlone(() => faultsAfter(pair, state))).toEqual([]);
    },
    600_000,
  );
});
