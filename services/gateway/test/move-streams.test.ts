import { toGameId, toUserId } from '@fifteen/domain';
import { GameServiceDefinition, type PlayRequest } from '@fifteen/proto/game';
import { connectRpc, createLog, Lifecycle, serveRpc, tokenHash } from '@fifteen/runtime';
import { serviceWithMethod } from '@fifteen/testkit';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { MoveStreams } from '../src/game/move-streams.ts';

const log = createLog('test', 'silent');
const TOKEN = 'a secret of the gateway alone';
const UNAVAILABLE = { code: 'SERVICE_UNAVAILABLE' };
/** Milliseconds, well within the timeout of a move, but not at its end. */
const LATER_MS = 2_500;
/** The response of a replica that responds. */
const NOT_YOUR_TURN = { code: 'NOT_YOUR_TURN' };
let lifecycle = new Lifecycle(log);
afterEach(async () => {
  await lifecycle.stop();
  lifecycle = new Lifecycle(log);
});

/** Starts a game service that responds to no move on the first streams. Returns the moves of each stream. */
async function openMoveStreams({ silent }: { silent: number }) {
  const streams: number[][] = [];
  const port = await serveRpc(
    {
      name: 'game',
      service: serviceWithMethod(GameServiceDefinition, 'play'),
      methods: {
        play: {
          callers: ['gateway'],
          handle: (_, stream) => {
            const positions: number[] = [];
            const isSilent = streams.push(positions) <= silent;
            stream.on('data', ({ seq, move }: PlayRequest) => {
              positions.push(move?.position ?? 0);
              if (!isSilent) stream.write({ seq, outcome: { $case: 'error', value: NOT_YOUR_TURN } });
            });
            stream.on('end', () => stream.end());
          },
        },
      },
      config: { GRPC_HOST: '127.0.0.1', GRPC_PORT: 0, RPC_CALLERS: `gateway=${tokenHash(TOKEN)}` },
    },
    { log, lifecycle },
  );
  const address = `ipv4:127.0.0.1:${port}`;
  const client = connectRpc(
    { name: 'game', service: GameServiceDefinition, address, token: TOKEN },
    { lifecycle },
  );
  const moves = new MoveStreams(client, { log, lifecycle });
  const move = (position: number) =>
    moves.move({ gameId: toGameId(randomUUID()), userId: toUserId('ann'), position });
  return { move, streams };
}

/** Sends moves on two streams, which take turns. */
const rejected = (moves: Promise<unknown>[], error: object) =>
  Promise.all(moves.map((moved) => expect(moved).rejects.toMatchObject(error)));

test('a stream ends with a move that got no response: the others on it, and new ones, go to another', async () => {
  const { move, streams } = await openMoveStreams({ silent: 2 });
  const expired = rejected([move(1), move(2)], UNAVAILABLE);
  await sleep(LATER_MS);
  await rejected([move(3), move(4)], NOT_YOUR_TURN);
  await expired;
  await rejected([move(5), move(6)], NOT_YOUR_TURN);
  expect(streams.slice(2).flat().toSorted()).toEqual([3, 4, 5, 6]);
}, 30_000);

test('a stream outlives a move that waited on another one first, so that no outage multiplies the moves', async () => {
  const { move, streams } = await openMoveStreams({ silent: Number.POSITIVE_INFINITY });
  const expired = rejected([move(1), move(2)], UNAVAILABLE);
  await sleep(LATER_MS);
  await rejected([move(3), move(4)], UNAVAILABLE);
  await expired;
  void rejected([move(5), move(6)], UNAVAILABLE);
  await expect.poll(() => streams.flat().length).toBe(8);
  expect(streams).toHaveLength(4);
}, 30_000);
