import { randomUUID } from 'node:crypto';
import { isAppError } from '@fifteen/runtime';
import { expect, test } from 'vitest';
import { gameIdOf } from '../src/ids.ts';
import { ourWorld, playOut, sit, somebody, tableOf, watch } from './world.ts';

/**
 * Who may do what in which state of a room, each cell tried on the service. Two sit in the room and one watches; `invited`
 * and `outsider` meet a private room, the others a public one.
 */
const CELLS = `
act    standing    waiting         agreed          playing         active
see    owner       ok              ok              ok              ok
see    player      ok              ok              ok              ok
see    spectator   ok              ok              ok              ok
see    invited     ok              ok              ok              ok
see    stranger    ok              ok              ok              ok
see    outsider    NOT_FOUND       NOT_FOUND       NOT_FOUND       NOT_FOUND
sit    owner       ok              ok              ok              ok
sit    player      ok              ok              ok              ok
sit    spectator   ROOM_FULL       ROOM_FULL       ROOM_FULL       ROOM_FULL
sit    invited     ROOM_FULL       ROOM_FULL       ROOM_FULL       ROOM_FULL
sit    stranger    ROOM_FULL       ROOM_FULL       ROOM_FULL       ROOM_FULL
sit    outsider    NOT_FOUND       NOT_FOUND       NOT_FOUND       NOT_FOUND
watch  owner       CONFLICT        CONFLICT        CONFLICT        CONFLICT
watch  player      CONFLICT        CONFLICT        CONFLICT        CONFLICT
watch  spectator   ok              ok              ok              ok
watch  invited     joined          joined          joined          joined
watch  stranger    joined          joined          joined          joined
watch  outsider    NOT_FOUND       NOT_FOUND       NOT_FOUND       NOT_FOUND
start  owner       started         started         ok              CONSENT_MISSING
start  player      NOT_ROOM_OWNER  started         ok              CONSENT_MISSING
start  spectator   NOT_ROOM_OWNER  NOT_ROOM_OWNER  NOT_ROOM_OWNER  NOT_ROOM_OWNER
start  invited     NOT_ROOM_OWNER  NOT_ROOM_OWNER  NOT_ROOM_OWNER  NOT_ROOM_OWNER
start  stranger    NOT_ROOM_OWNER  NOT_ROOM_OWNER  NOT_ROOM_OWNER  NOT_ROOM_OWNER
start  outsider    NOT_FOUND       NOT_FOUND       NOT_FOUND       NOT_FOUND
invite owner       ok              ok              GAME_RUNNING    ok
invite player      NOT_ROOM_OWNER  NOT_ROOM_OWNER  NOT_ROOM_OWNER  NOT_ROOM_OWNER
invite spectator   NOT_ROOM_OWNER  NOT_ROOM_OWNER  NOT_ROOM_OWNER  NOT_ROOM_OWNER
invite invited     NOT_ROOM_OWNER  NOT_ROOM_OWNER  NOT_ROOM_OWNER  NOT_ROOM_OWNER
invite stranger    NOT_ROOM_OWNER  NOT_ROOM_OWNER  NOT_ROOM_OWNER  NOT_ROOM_OWNER
invite outsider    NOT_FOUND       NOT_FOUND       NOT_FOUND       NOT_FOUND
ask    owner       NOT_FOUND       EXISTS          GAME_RUNNING    asked
ask    player      NOT_FOUND       ok              GAME_RUNNING    asked
ask    spectator   NOT_FOUND       NOT_A_PLAYER    NOT_A_PLAYER    NOT_A_PLAYER
ask    invited     NOT_FOUND       NOT_A_PLAYER    NOT_A_PLAYER    NOT_A_PLAYER
ask    stranger    NOT_FOUND       NOT_A_PLAYER    NOT_A_PLAYER    NOT_A_PLAYER
ask    outsider    NOT_FOUND       NOT_FOUND       NOT_FOUND       NOT_FOUND
answer owner       NOT_FOUND       NOT_FOUND       NOT_FOUND       NOT_FOUND
answer player      NOT_FOUND       ok              NOT_FOUND       answered
answer spectator   NOT_FOUND       NOT_FOUND       NOT_FOUND       NOT_FOUND
answer invited     NOT_FOUND       NOT_FOUND       NOT_FOUND       NOT_FOUND
answer stranger    NOT_FOUND       NOT_FOUND       NOT_FOUND       NOT_FOUND
answer outsider    NOT_FOUND       NOT_FOUND       NOT_FOUND       NOT_FOUND
leave  owner       left            left            left            left
leave  player      left            left            left            left
leave  spectator   left            left            left            left
leave  invited     ok              ok              ok              ok
leave  stranger    ok              ok              ok              ok
leave  outsider    ok              ok              ok              ok`;

const PHASES = ['waiting', 'agreed', 'playing', 'active'] as const;
type Phase = (typeof PHASES)[number];
const cells = CELLS.trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [act = '', standing = '', ...outcomes] = line.split(/\s+/);
    return PHASES.map((phase, column) => ({ act, standing, phase, outcome: outcomes[column] ?? '' }));
  });

const { world, rooms } = ourWorld();

interface Scene {
  roomId: string;
  code: string;
  /** The last game that was played, or the one that runs. */
  gameId: string;
  /** The owner's request for another, where there is one. */
  requestId: string;
  who: Record<string, string>;
}

/** A room in that state, with people of every standing. */
async function scene(phase: Phase, isPrivate: boolean, asks: boolean): Promise<Scene> {
  const [owner, player, spectator, other, invited] = Array.from({ length: 5 }, somebody);
  const who = { owner, player, spectator, invited, stranger: other, outsider: other } as Record<
    string,
    string
  >;
  const { id: roomId, code } = await tableOf(world, [owner!, player!], { maxPlayers: 4, private: isPrivate });
  for (const invitedId of isPrivate ? [spectator!, invited!] : []) {
    await rooms.invite({ roomId, inviterId: owner!, invitedId });
  }
  await rooms.join(watch(code, spectator!));
  const at = { roomId, code, who, requestId: '' };
  if (phase === 'waiting') return { ...at, gameId: randomUUID() };
  const { id: gameId } = await rooms.start({ roomId, userId: owner! });
  if (phase === 'playing') return { ...at, gameId };
  await playOut(world, gameId);
  await expect.poll(async () => (await rooms.current({ userId: owner! })).room?.status).toMatch(/ACTIVE/);
  if (!asks) return { ...at, gameId };
  const { id } = await rooms.askAgain({ gameId, requesterId: owner!, requestedId: player! });
  if (phase === 'agreed') await agree(roomId, id, [owner!, player!]);
  return { ...at, gameId, requestId: id };
}

/** As if the request had been accepted, but for the countdown: this agreement lasts. */
async function agree(roomId: string, requestId: string, players: string[]): Promise<void> {
  await world.sql.query(`UPDATE rematch_request SET status = 'accepted' WHERE id = $1`, [requestId]);
  await world.sql.query(
    `INSERT INTO round (room_id, round, game_id, status, player_ids, updated_at)
     VALUES ($1, 2, $2, 'agreed', $3, now() + interval '1 hour')`,
    [roomId, gameIdOf(roomId, 2), players],
  );
}

const ACTS: Record<string, (scene: Scene, userId: string) => Promise<unknown>> = {
  see: ({ roomId }, viewerId) => rooms.get({ roomId, viewerId }),
  sit: ({ code }, userId) => rooms.join(sit(code, userId)),
  watch: ({ code }, userId) => rooms.join(watch(code, userId)),
  start: ({ roomId }, userId) => rooms.start({ roomId, userId }),
  invite: ({ roomId }, inviterId) => rooms.invite({ roomId, inviterId, invitedId: somebody() }),
  ask: ({ gameId, who }, requesterId) => {
    const requestedId = requesterId === who['owner'] ? who['player']! : who['owner']!;
    return rooms.askAgain({ gameId, requesterId, requestedId });
  },
  answer: ({ requestId }, userId) => rooms.answerAgain({ requestId, userId, accept: true }),
  leave: ({ roomId }, userId) => rooms.leave({ roomId, userId }),
};

const REFUSED: Record<string, string> = { EXISTS: 'PLAY_AGAIN_EXISTS' };
const versionOf = async (roomId: string) => {
  const { rows } = await world.sql.query<{ version: number }>(`SELECT version FROM room WHERE id = $1`, [
    roomId,
  ]);
  return rows[0]?.version;
};

async function tryCell(at: Scene, { act, standing, phase, outcome }: (typeof cells)[number]): Promise<void> {
  const before = await versionOf(at.roomId);
  const said = await ACTS[act]!(at, at.who[standing]!).then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
  const refused = outcome === outcome.toUpperCase();
  expect(said, `${act} by ${standing} while ${phase}`).toBe(refused ? (REFUSED[outcome] ?? outcome) : 'done');
  // What is refused, or is so already, changes nothing.
  if (refused || outcome === 'ok') expect(await versionOf(at.roomId)).toBe(before);
}

const meetsPrivate = ({ standing }: { standing: string }) =>
  standing === 'invited' || standing === 'outsider';
const changes = ({ outcome }: { outcome: string }) => outcome !== 'ok' && outcome !== outcome.toUpperCase();
/** Whether the owner has asked for another game: always before agreeing, and where an answer is tried. */
const asks = ({ act, phase }: { act: string; phase: string }) => phase === 'agreed' || act === 'answer';

test('the table names every act and standing once for each state', () => {
  expect(cells).toHaveLength(8 * 6 * 4);
  expect(new Set(cells.map(({ act, standing, phase }) => `${act} ${standing} ${phase}`)).size).toBe(192);
});

for (const phase of PHASES) {
  test(`while a room is ${phase}: what is refused or changes nothing`, async () => {
    for (const isPrivate of [false, true]) {
      for (const asked of [false, true]) {
        const tried = cells.filter(
          (cell) =>
            cell.phase === phase &&
            !changes(cell) &&
            meetsPrivate(cell) === isPrivate &&
            asks(cell) === asked,
        );
        if (tried.length === 0) continue;
        const at = await scene(phase, isPrivate, asked);
        for (const cell of tried) await tryCell(at, cell);
      }
    }
  }, 30_000);

  test.each(cells.filter((cell) => cell.phase === phase && changes(cell)))(
    `while a room is ${phase}: $act by $standing is $outcome`,
    async (cell) => tryCell(await scene(phase, meetsPrivate(cell), asks(cell)), cell),
  );
}

test('a room that is closed is there for nobody', async () => {
  const at = await scene('active', false, true);
  for (const standing of ['player', 'owner']) {
    await rooms.leave({ roomId: at.roomId, userId: at.who[standing]! });
  }
  for (const act of ['see', 'sit', 'watch', 'start', 'invite', 'ask', 'answer']) {
    for (const standing of ['owner', 'player', 'spectator', 'stranger']) {
      const said = ACTS[act]!(at, at.who[standing]!);
      await expect(said, `${act} by ${standing}`).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  }
});
