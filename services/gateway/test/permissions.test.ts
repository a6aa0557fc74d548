import type { ClientMessage, ServerMessage } from '@fifteen/contract';
import { Player } from '@fifteen/testkit/player';
import { withQuickMatchAlone } from '@fifteen/testkit/shared-stack';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Stage } from '../src/realtime/permissions.ts';
import { openSocket, upgrade, useSharedStack } from './harness.ts';
import { createMember } from './members.ts';
import { outcomeFor, SENDERS, STAGES, type Sender } from './rights/messages.ts';
import { seatAndStart, playOut, seatPlayers, connectGuest } from './room-fixtures.ts';

const stack = useSharedStack();

type Type = ClientMessage['type'];
type Scenario = Awaited<ReturnType<typeof createScenario>>;

/** Frames, and the messages that confirm them: each frame gets one of these or an error. */
const MESSAGES: Record<
  Type,
  { frame: (at: Scenario, by: Player) => object; done: ServerMessage['type'] | ServerMessage['type'][] }
> = {
  auth: { frame: (_, by) => ({ userId: by.user.id }), done: 'connected' },
  ping: { frame: () => ({ timestamp: 1 }), done: 'pong' },
  request_current_game_state: {
    frame: () => ({}),
    done: ['game_reconnection', 'reconnection_room_join', 'reconnection'],
  },
  /** An acknowledgement gets no reply: `tried` checks that a later ping gets one, and no error before it. */
  game_started_ack: { frame: () => ({ messageId: 'm1' }), done: 'pong' },
  join_room: { frame: ({ roomId }) => ({ roomId }), done: 'room_participants_updated' },
  join_room_request: {
    frame: ({ room, players }, by) => {
      const role = players.includes(by) ? 'player' : 'spectator';
      return { requestId: randomUUID(), code: room.code, role };
    },
    done: 'join_room_success',
  },
  move: { frame: ({ gameId }, by) => ({ gameId, position: by.user.id ? 4 : 0 }), done: 'move' },
  disable_auto_play: { frame: ({ gameId }) => ({ gameId }), done: 'auto_play_disabled' },
  player_chat: {
    frame: ({ roomId, gameId }) => ({ roomId, gameId, messageText: 'hi' }),
    done: 'player_chat',
  },
  send_emoji: {
    frame: ({ roomId, gameId, players }, by) => {
      const recipientId = players.find((player) => player !== by)?.user.id;
      return { roomId, gameId, emojiId: 'owl', recipientId };
    },
    done: 'emoji_sent',
  },
  start_game_request: {
    frame: ({ roomId }) => ({ roomId, requestId: randomUUID() }),
    done: 'start_game_success',
  },
  create_room: {
    frame: () => ({ requestId: randomUUID(), roomData: { betAmount: 0 } }),
    done: 'create_room_success',
  },
  leave_room: { frame: ({ roomId }) => ({ roomId }), done: 'user_left_room' },
  start_matchmaking: { frame: () => ({ betAmount: 0 }), done: 'matchmaking_response' },
  cancel_matchmaking: { frame: () => ({}), done: 'matchmaking_response' },
  play_again_response: {
    frame: () => ({ requestId: 'nothing', response: 'accepted' }),
    done: 'play_again_response',
  },
};
const TYPES = Object.keys(MESSAGES) as Type[];
/** Errors of messages that the sender may send. */
const BEYOND_RIGHTS = ['NOT_YOUR_TURN', 'EMOJI_NOT_OWNED', 'AUTO_PLAY_NOT_ACTIVE'];

/** The stranger of all rooms is registered; the others are guests. */
let stranger: Player;
beforeAll(async () => {
  stranger = (await createMember(stack())).player;
  await stranger.connect();
});
afterAll(() => stranger.close());

/**
 * A room in this stage, with two players and a spectator, a user whom its owner has blocked, and one who has blocked the
 * other player.
 */
async function createScenario(stage: Stage) {
  const at =
    stage === 'waiting'
      ? { ...(await seatPlayers(stack(), {}, 1)), gameId: 'none' }
      : await seatAndStart(stack(), {}, 1);
  if (stage === 'over' && 'x' in at) await playOut(at);
  const [spectator] = at.watching;
  if (!spectator) throw new Error('one watches');
  const [blocked, blocking] = await Promise.all([connectGuest(stack()), connectGuest(stack())]);
  await at.owner.api.blocks.block({ params: { id: blocked.user.id } });
  await blocking.api.blocks.block({ params: { id: at.guest.user.id } });
  const people: Record<Sender, readonly Player[]> = {
    stranger: [stranger],
    blocked: [blocked, blocking],
    spectator: [spectator],
    player: [at.guest],
    owner: [at.owner],
  };
  return { ...at, people, players: [at.owner, at.guest] };
}

/** Returns `allowed`, or the code of the error. */
async function tried(at: Scenario, type: Type, by: Player): Promise<string> {
  const { frame, done } = MESSAGES[type];
  const from = by.received.length;
  by.send({ type, ...frame(at, by) });
  if (type === 'game_started_ack') by.send({ type: 'ping' });
  for (let waited = 0; waited < 10_000; waited += 5) {
    for (const message of by.received.slice(from)) {
      if ([done].flat().includes(message.type)) return 'allowed';
      if (message.type.endsWith('error') && 'code' in message)
        return BEYOND_RIGHTS.includes(message.code) ? 'allowed' : message.code;
    }
    await sleep(5);
  }
  throw new Error(`no answer to ${type}`);
}

/** Tries to search for a match, and ends the search before it pairs players of another test. */
const searched = (at: Scenario, by: Player): Promise<string> =>
  withQuickMatchAlone(async () => {
    const outcome = await tried(at, 'start_matchmaking', by);
    await by.api.matchmaking.leave();
    return outcome;
  });

/** Messages after which the sender's relation or the room's stage is another one. */
const CHANGES: Type[] = [
  'move',
  'join_room_request',
  'start_game_request',
  'create_room',
  'leave_room',
  'start_matchmaking',
];

describe.each(STAGES)('in a room that is %s', (stage) => {
  let at: Scenario | undefined;
  const forget = async (): Promise<void> => {
    if (!at) return;
    await stranger.api.rooms.leave({ params: { id: at.roomId } });
    for (const player of Object.values(at.people).flat()) if (player !== stranger) player.close();
    at = undefined;
  };
  afterAll(forget);

  test.each(TYPES)('%s is allowed as the permission table says', async (type) => {
    let isChanged = false;
    for (const sender of SENDERS) {
      // What users outside and spectators do changes nothing for those after them.
      if (isChanged && sender === 'owner') await forget();
      at ??= await createScenario(stage);
      for (const by of at.people[sender]) {
        const outcome = type === 'start_matchmaking' ? await searched(at, by) : await tried(at, type, by);
        expect(outcome, sender).toBe(outcomeFor(type, sender, stage));
        isChanged ||= outcome === 'allowed' && CHANGES.includes(type);
      }
    }
    if (isChanged) await forget();
  });
});

test.each(TYPES)('before authentication, a socket may send %s only if it authenticates', async (type) => {
  const player = await Player.guest(stack().url);
  const socket = await openSocket(player);
  const received: { type: string; code?: string }[] = [];
  socket.on('message', (data) => received.push(JSON.parse(String(data)) as { type: string; code?: string }));
  const nowhere = {
    roomId: 'r',
    gameId: 'g',
    room: { code: 'AAAAAAAA' },
    players: [],
  } as unknown as Scenario;
  socket.send(JSON.stringify({ type, ...MESSAGES[type].frame(nowhere, player), recipientId: 'u' }));
  const expected = type === 'auth' ? { type: 'connected' } : { type: 'error', code: 'UNAUTHORIZED' };
  await expect.poll(() => received).toContainEqual(expect.objectContaining(expected));
  socket.terminate();
});

test('without a session there is no socket, whatever token of a service the client has', async () => {
  const tokens = Object.values(stack().callerEnvs).map(({ RPC_TOKEN }) => RPC_TOKEN ?? '');
  for (const token of ['', ...tokens])
    expect(await upgrade(stack().url, { 'x-token': token, cookie: `sid=${token}` })).toEqual({ status: 401 });
});
