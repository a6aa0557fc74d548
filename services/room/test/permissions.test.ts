import { randomUUID } from 'node:crypto';
import { type GameId, type RoomId, toGameId, type UserId } from '@fifteen/domain';
import { Role, RoomStatus } from '@fifteen/proto/room';
import { isAppError } from '@fifteen/runtime';
import { expect, test } from 'vitest';
import { gameIdOf } from '../src/domain/ids.ts';
import { openHarness, playOut, asPlayer, newUserId, roomWithPlayers, asSpectator } from './harness.ts';

/**
 * Result of each action by relation and phase, tested on the service. The room has two players and one spectator. The
 * relations `invited` and `outsider` are tested on a private room, the others on a public one.
 */
const CELLS = `
action          relation   waiting         agreed          playing         active
view            owner      ok                   ok                   ok                   ok
view            player     ok                   ok                   ok                   ok
view            spectator  ok                   ok                   ok                   ok
view            invited    ok                   ok                   ok                   ok
view            stranger   ok                   ok                   ok                   ok
view            outsider   ROOM_NOT_FOUND       ROOM_NOT_FOUND       ROOM_NOT_FOUND       ROOM_NOT_FOUND
join            owner      ok                   ok                   ok                   ok
join            player     ok                   ok                   ok                   ok
join            spectator  ROOM_FULL            ROOM_FULL            ROOM_FULL            ROOM_FULL
join            invited    ROOM_FULL            ROOM_FULL            ROOM_FULL            ROOM_FULL
join            stranger   ROOM_FULL            ROOM_FULL            ROOM_FULL            ROOM_FULL
join            outsider   ROOM_NOT_FOUND       ROOM_NOT_FOUND       ROOM_NOT_FOUND       ROOM_NOT_FOUND
spectate        owner      ALREADY_A_PLAYER     ALREADY_A_PLAYER     ALREADY_A_PLAYER     ALREADY_A_PLAYER
spectate        player     ALREADY_A_PLAYER     ALREADY_A_PLAYER     ALREADY_A_PLAYER     ALREADY_A_PLAYER
spectate        spectator  ok                   ok                   ok                   ok
spectate        invited    joined               joined               joined               joined
spectate        stranger   joined               joined               joined               joined
spectate        outsider   ROOM_NOT_FOUND       ROOM_NOT_FOUND       ROOM_NOT_FOUND       ROOM_NOT_FOUND
start           owner      started              started              ok                   CONSENT_MISSING
start           player     NOT_ROOM_OWNER       started              ok                   CONSENT_MISSING
start           spectator  NOT_ROOM_OWNER       NOT_ROOM_OWNER       NOT_ROOM_OWNER       NOT_ROOM_OWNER
start           invited    NOT_ROOM_OWNER       NOT_ROOM_OWNER       NOT_ROOM_OWNER       NOT_ROOM_OWNER
start           stranger   NOT_ROOM_OWNER       NOT_ROOM_OWNER       NOT_ROOM_OWNER       NOT_ROOM_OWNER
start           outsider   ROOM_NOT_FOUND       ROOM_NOT_FOUND       ROOM_NOT_FOUND       ROOM_NOT_FOUND
invite          owner      ok                   ok                   GAME_RUNNING         ok
invite          player     NOT_ROOM_OWNER       NOT_ROOM_OWNER       NOT_ROOM_OWNER       NOT_ROOM_OWNER
invite          spectator  NOT_ROOM_OWNER       NOT_ROOM_OWNER       NOT_ROOM_OWNER       NOT_ROOM_OWNER
invite          invited    NOT_ROOM_OWNER       NOT_ROOM_OWNER       NOT_ROOM_OWNER       NOT_ROOM_OWNER
invite          stranger   NOT_ROOM_OWNER       NOT_ROOM_OWNER       NOT_ROOM_OWNER       NOT_ROOM_OWNER
invite          outsider   ROOM_NOT_FOUND       ROOM_NOT_FOUND       ROOM_NOT_FOUND       ROOM_NOT_FOUND
requestRematch  owner      GAME_NOT_FOUND       EXISTS               GAME_RUNNING         requested
requestRematch  player     GAME_NOT_FOUND       ok                   GAME_RUNNING         requested
requestRematch  spectator  GAME_NOT_FOUND       NOT_A_PLAYER         NOT_A_PLAYER         NOT_A_PLAYER
requestRematch  invited    GAME_NOT_FOUND       NOT_A_PLAYER         NOT_A_PLAYER         NOT_A_PLAYER
requestRematch  stranger   GAME_NOT_FOUND       NOT_A_PLAYER         NOT_A_PLAYER         NOT_A_PLAYER
requestRematch  outsider   GAME_NOT_FOUND       GAME_NOT_FOUND       GAME_NOT_FOUND       GAME_NOT_FOUND
answerRematch   owner      PLAY_AGAIN_NOT_FOUND PLAY_AGAIN_NOT_FOUND PLAY_AGAIN_NOT_FOUND PLAY_AGAIN_NOT_FOUND
answerRematch   player     PLAY_AGAIN_NOT_FOUND ok                   PLAY_AGAIN_NOT_FOUND answered
answerRematch   spectator  PLAY_AGAIN_NOT_FOUND PLAY_AGAIN_NOT_FOUND PLAY_AGAIN_NOT_FOUND PLAY_AGAIN_NOT_FOUND
answerRematch   invited    PLAY_AGAIN_NOT_FOUND PLAY_AGAIN_NOT_FOUND PLAY_AGAIN_NOT_FOUND PLAY_AGAIN_NOT_FOUND
answerRematch   stranger   PLAY_AGAIN_NOT_FOUND PLAY_AGAIN_NOT_FOUND PLAY_AGAIN_NOT_FOUND PLAY_AGAIN_NOT_FOUND
answerRematch   outsider   PLAY_AGAIN_NOT_FOUND PLAY_AGAIN_NOT_FOUND PLAY_AGAIN_NOT_FOUND PLAY_AGAIN_NOT_FOUND
leave           owner      left            left            left            left
leave           player     left            left            left            left
leave           spectator  left            left            left            left
leave           invited    ok              ok              ok              ok
leave           stranger   ok              ok              ok              ok
leave           outsider   ok              ok              ok              ok`;

const PHASES = ['waiting', 'agreed', 'playing', 'active'] as const;
type Phase = (typeof PHASES)[number];
const cells = CELLS.trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [action = '', relation = '', ...outcomes] = line.split(/\s+/);
    return PHASES.map((phase, column) => ({ action, relation, phase, outcome: outcomes[column] ?? '' }));
  });

const { harness, rooms } = openHarness();

interface Scenario {
  roomId: RoomId;
  code: string;
  /** The running or last game. */
  gameId: GameId;
  /** The owner's rematch request, if any. */
  requestId: string;
  users: Record<string, UserId>;
}

/** Creates a room in this phase, with a user of each relation. */
async function createScenario(phase: Phase, isPrivate: boolean, withRequest: boolean): Promise<Scenario> {
  const [owner, player, spectator, other, invited] = Array.from({ length: 5 }, newUserId);
  const users = { owner, player, spectator, invited, stranger: other, outsider: other } as Record<
    string,
    UserId
  >;
  const { id: roomId, code } = await roomWithPlayers(harness, [owner!, player!], {
    maxPlayers: 4,
    private: isPrivate,
  });
  for (const invitedId of isPrivate ? [spectator!, invited!] : []) {
    await rooms.inviteUser({ roomId, inviterId: owner!, invitedId });
  }
  await rooms.joinRoom(asSpectator(code, spectator!));
  const scenario = { roomId, code, users, requestId: '' };
  if (phase === 'waiting') return { ...scenario, gameId: toGameId(randomUUID()) };
  const { id: gameId } = (await rooms.startGame({ roomId, userId: owner! })).game;
  if (phase === 'playing') return { ...scenario, gameId };
  await playOut(harness, gameId);
  await expect
    .poll(async () => (await rooms.getCurrentRoom({ userId: owner! })).room?.status)
    .toMatch(/ACTIVE/);
  if (!withRequest) return { ...scenario, gameId };
  const { id } = (await rooms.requestRematch({ gameId, requesterId: owner!, requestedId: player! })).rematch;
  if (phase === 'agreed') await agree(roomId, id, [owner!, player!]);
  return { ...scenario, gameId, requestId: id };
}

/** Accepts the request in the database, without a countdown, so that the phase lasts. */
async function agree(roomId: RoomId, requestId: string, players: string[]): Promise<void> {
  await harness.sql.query(`UPDATE rematch_request SET status = 'accepted' WHERE id = $1`, [requestId]);
  await harness.sql.query(
    `INSERT INTO round (room_id, round, game_id, status, player_ids, updated_at)
     VALUES ($1, 2, $2, 'agreed', $3, now() + interval '1 hour')`,
    [roomId, gameIdOf(roomId, 2), players],
  );
}

const ACTIONS: Record<string, (scenario: Scenario, userId: UserId) => Promise<unknown>> = {
  view: async ({ roomId }, viewerId) => (await rooms.getRoom({ roomId, viewerId })).room,
  join: ({ code }, userId) => rooms.joinRoom(asPlayer(code, userId)),
  spectate: ({ code }, userId) => rooms.joinRoom(asSpectator(code, userId)),
  start: async ({ roomId }, userId) => (await rooms.startGame({ roomId, userId })).game,
  invite: async ({ roomId }, inviterId) =>
    (await rooms.inviteUser({ roomId, inviterId, invitedId: newUserId() })).invitation,
  requestRematch: ({ gameId, users }, requesterId) => {
    const requestedId = requesterId === users['owner'] ? users['player']! : users['owner']!;
    return rooms.requestRematch({ gameId, requesterId, requestedId });
  },
  answerRematch: async ({ requestId }, userId) =>
    (await rooms.answerRematch({ requestId, userId, accept: true })).rematch,
  leave: ({ roomId }, userId) => rooms.leaveRoom({ roomId, userId }),
};

const CODES: Record<string, string> = { EXISTS: 'PLAY_AGAIN_EXISTS' };
const versionOf = async (roomId: RoomId) => {
  const { rows } = await harness.sql.query<{ version: number }>(`SELECT version FROM room WHERE id = $1`, [
    roomId,
  ]);
  return rows[0]?.version;
};

const roomSeenBy = async ({ roomId }: Scenario, viewerId: UserId) =>
  (await rooms.getRoom({ roomId, viewerId })).room;
const statusOfLastRound = async ({ roomId }: Scenario) => {
  const { rows } = await harness.sql.query<{ status: string }>(
    `SELECT status FROM round WHERE room_id = $1 ORDER BY round DESC LIMIT 1`,
    [roomId],
  );
  return rows[0]?.status;
};

/** What each outcome with an effect has changed. */
const EFFECTS: Record<string, (scenario: Scenario, userId: UserId) => Promise<void>> = {
  joined: async (scenario, userId) => {
    const { participants } = await roomSeenBy(scenario, userId);
    expect(participants).toContainEqual(expect.objectContaining({ userId, role: Role.SPECTATOR }));
  },
  started: async (scenario, userId) => {
    expect(await statusOfLastRound(scenario)).toBe('playing');
    expect((await roomSeenBy(scenario, userId)).status).toBe(RoomStatus.PLAYING);
  },
  requested: async ({ gameId, users }, userId) => {
    const requested = userId === users['owner'] ? users['player']! : users['owner']!;
    const { rematches } = await rooms.listRematches({ userId: requested });
    expect(rematches).toMatchObject([{ gameId, requesterId: userId, requestedId: requested }]);
  },
  answered: async (scenario, userId) => {
    expect((await rooms.listRematches({ userId })).rematches).toEqual([]);
    // The countdown to the agreed round has begun, and may be over.
    expect(await statusOfLastRound(scenario)).toMatch(/^(agreed|starting|playing)$/);
  },
  left: async (scenario, userId) => {
    expect((await rooms.getCurrentRoom({ userId })).room).toBeUndefined();
    const { rows } = await harness.sql.query(`SELECT FROM participant WHERE room_id = $1 AND user_id = $2`, [
      scenario.roomId,
      userId,
    ]);
    expect(rows).toEqual([]);
  },
};

async function tryCell(
  scenario: Scenario,
  { action, relation, phase, outcome }: (typeof cells)[number],
): Promise<void> {
  const before = await versionOf(scenario.roomId);
  const result = await ACTIONS[action]!(scenario, scenario.users[relation]!).then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
  const isRejected = outcome === outcome.toUpperCase();
  expect(result, `${action} by ${relation} while ${phase}`).toBe(
    isRejected ? (CODES[outcome] ?? outcome) : 'done',
  );
  // A rejected action, and one without effect, changes nothing.
  if (isRejected || outcome === 'ok') return expect(await versionOf(scenario.roomId)).toBe(before);
  // A rematch request is no state of its room.
  if (outcome !== 'requested' && outcome !== 'answered')
    expect(await versionOf(scenario.roomId)).toBeGreaterThan(before!);
  await EFFECTS[outcome]!(scenario, scenario.users[relation]!);
}

const needsPrivateRoom = ({ relation }: { relation: string }) =>
  relation === 'invited' || relation === 'outsider';
const hasEffect = ({ outcome }: { outcome: string }) => outcome !== 'ok' && outcome !== outcome.toUpperCase();
/** Returns whether the scenario needs the owner's rematch request: for an agreement, and to try an answer. */
const needsRequest = ({ action, phase }: { action: string; phase: string }) =>
  phase === 'agreed' || action === 'answerRematch';

test('lists each action and relation once for each phase', () => {
  expect(cells).toHaveLength(8 * 6 * 4);
  expect(new Set(cells.map(({ action, relation, phase }) => `${action} ${relation} ${phase}`)).size).toBe(
    192,
  );
});

for (const phase of PHASES) {
  test(`${phase}: rejected actions and those without effect change nothing`, async () => {
    for (const isPrivate of [false, true]) {
      for (const withRequest of [false, true]) {
        const tried = cells.filter(
          (cell) =>
            cell.phase === phase &&
            !hasEffect(cell) &&
            needsPrivateRoom(cell) === isPrivate &&
            needsRequest(cell) === withRequest,
        );
        if (tried.length === 0) continue;
        const scenario = await createScenario(phase, isPrivate, withRequest);
        for (const cell of tried) await tryCell(scenario, cell);
      }
    }
  });

  test.each(cells.filter((cell) => cell.phase === phase && hasEffect(cell)))(
    `${phase}: $action by $relation has the result $outcome`,
    async (cell) => tryCell(await createScenario(phase, needsPrivateRoom(cell), needsRequest(cell)), cell),
  );
}

test('hides a closed room from all users', async () => {
  const scenario = await createScenario('active', false, true);
  for (const relation of ['player', 'owner']) {
    await rooms.leaveRoom({ roomId: scenario.roomId, userId: scenario.users[relation]! });
  }
  const missing: Record<string, string> = {
    ...Object.fromEntries(
      ['view', 'join', 'spectate', 'start', 'invite'].map((action) => [action, 'ROOM_NOT_FOUND']),
    ),
    requestRematch: 'GAME_NOT_FOUND',
    answerRematch: 'PLAY_AGAIN_NOT_FOUND',
  };
  for (const [action, code] of Object.entries(missing)) {
    for (const relation of ['owner', 'player', 'spectator', 'stranger']) {
      const result = ACTIONS[action]!(scenario, scenario.users[relation]!);
      await expect(result, `${action} by ${relation}`).rejects.toMatchObject({ code });
    }
  }
});
