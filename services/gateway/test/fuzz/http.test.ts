import { changesBetween, processes, Random, scaled, testSeed } from '@fifteen/testkit';
import { Player } from '@fifteen/testkit/player';
import { StoredRows } from '@fifteen/testkit/stored-rows';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useSharedStack } from '../harness.ts';
import { connectGuest, openRoom, seatAndStart } from '../room-fixtures.ts';
import { caseOf, OPERATIONS, type Case, type Ids } from './http-cases.ts';

const stack = useSharedStack();
const seed = testSeed();

/** 600 requests for a commit, 12,000 at night. */
const PER_OPERATION = Math.ceil(scaled(600) / OPERATIONS.length);
/** Requests of one session: below its limit in ten seconds. */
const PER_SESSION = 80;
const AT_ONCE = 8;
/** A request without a response for this long hangs. */
const HANG_MS = 20_000;
/** The slowest of a hundred responses. A pause of the machine for three seconds delays AT_ONCE of them, which are more. */
const SLOW_MS = 5_000;

const GROUPS = [...new Set(OPERATIONS.map(({ group }) => group))];
const durations: number[] = [];
const statuses = new Map<number, number>();

async function statusOf(request: Case, cookie: string, isRepeated = false): Promise<number> {
  const began = performance.now();
  const { status } = await fetch(`${stack().url}${request.url}`, {
    method: request.method,
    headers: { cookie, ...request.headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(HANG_MS),
    ...(request.body ? { body: new Uint8Array(request.body) } : {}),
  });
  durations.push(performance.now() - began);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  // A busy machine is no defect: the gateway asks for another attempt.
  if (status !== 503 || isRepeated) return status;
  await sleep(1_500);
  return statusOf(request, cookie, true);
}

/** Sends requests, some at once, and returns those with the statuses that are not expected. */
async function failuresOf(cases: readonly Case[], cookie: string, isExpected: (status: number) => boolean) {
  const failures: string[] = [];
  for (let from = 0; from < cases.length; from += AT_ONCE)
    await Promise.all(
      cases.slice(from, from + AT_ONCE).map(async (request) => {
        const status = await statusOf(request, cookie);
        const { method, url, body } = request;
        if (!isExpected(status))
          failures.push(`${status}: ${method} ${url.slice(0, 200)} ${body?.toString().slice(0, 300)}`);
      }),
    );
  return failures;
}

/** Calls after which a player has no room, game or session any more. */
const ENDING = /\/(leave|logout)$/;

/** Starts a game of a player who has an invitation and a friend request. */
async function setScene(): Promise<{ sender: Player; ids: Ids; close: () => void }> {
  const { owner: sender, guest: opponent, room, gameId } = await seatAndStart(stack(), { maxPlayers: 4 });
  const other = await connectGuest(stack());
  const { room: otherRoom } = await openRoom(other);
  const params = { id: otherRoom.id };
  const { invitation } = await other.api.rooms.invite({ params, body: { invitedId: sender.user.id } });
  const { request } = await opponent.api.friends.request({ body: { requestedId: sender.user.id } });
  const players = [sender, opponent, other];
  const ids = {
    users: players.map(({ user }) => user.id),
    room: room.id,
    code: room.code,
    game: gameId,
    invitation: invitation.id,
    friendRequest: request.id,
  };
  return { sender, ids, close: () => players.forEach((player) => player.close()) };
}

describe(`random requests (TEST_SEED=${seed})`, () => {
  let before: Awaited<ReturnType<typeof processes>>;
  beforeAll(async () => {
    before = await processes(stack());
  });
  afterAll(() => {
    const counts = [...statuses].sort().map(([status, count]) => `${status}: ${count}`);
    process.stderr.write(`${durations.length} random requests: ${counts.join(', ')}\n`);
  });

  test.each(GROUPS)(
    'to %s get no error of the server, and invalid ones change nothing',
    async (group) => {
      const random = new Random(seed + GROUPS.indexOf(group));
      const operations = OPERATIONS.filter((operation) => operation.group === group).flatMap(({ call }) =>
        Array.from({ length: PER_OPERATION }, () => call),
      );
      for (let from = 0; from < operations.length; from += PER_SESSION) {
        const { sender, ids, close } = await setScene();
        const batch = operations.slice(from, from + PER_SESSION).map((call) => caseOf(call, ids, random));
        const player = await Player.guest(stack().url);
        const stored = new StoredRows(stack(), [player.user.id]);
        const rows = await stored.readWhenStable();
        const invalid = batch.filter(({ isInvalid }) => isInvalid);
        expect(await failuresOf(invalid, player.cookie, (status) => status >= 400 && status < 500)).toEqual(
          [],
        );
        expect(await stored.read()).toEqual(rows);
        await stored.close();
        const others = batch.filter(({ isInvalid }) => !isInvalid);
        const isEnding = ({ url }: Case) => ENDING.test(url);
        const ordered = [...others.filter((request) => !isEnding(request)), ...others.filter(isEnding)];
        expect(await failuresOf(ordered, sender.cookie, (status) => status < 500)).toEqual([]);
        close();
      }
    },
    600_000,
  );

  test('were answered soon, by processes that live on and have not grown', async () => {
    const sorted = durations.toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length * 0.99)]).toBeLessThan(SLOW_MS);
    expect(changesBetween(before, await processes(stack()))).toEqual([]);
  });
});
