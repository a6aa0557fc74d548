/**
 * Moves a second through the Play stream, against a real Postgres (with fsync) and NATS, with the service as processes
 * of their own; this one plays the gateways.
 *
 *   npm run bench -w @fifteen/game -- --games 100             closed loop: every game moves as fast as it is answered
 *   npm run bench -w @fifteen/game -- --games 100 --rate 200  so many moves a second
 *   … --seconds 10 --replicas 1 --profile DIR                     DIR gets a CPU profile of each replica
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { GameServiceDefinition, type PlayResponse } from '@fifteen/proto/game';
import {
  applyMove,
  chooseMove,
  type GameId,
  NEW_GAME,
  toGameId,
  toRoomId,
  toUserId,
  type UserId,
} from '@fifteen/domain';
import { connectRpc, createLog, Lifecycle, pause, tokenHash, type RpcClient } from '@fifteen/runtime';
import { openStack, type Stack } from '@fifteen/testkit/stack';

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '100' },
    rate: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '10' },
    replicas: { type: 'string', default: '1' },
    profile: { type: 'string' },
  },
});
const [games, rate, seconds, replicas] = [values.games, values.rate, values.seconds, values.replicas].map(
  Number,
) as [number, number, number, number];
const TOKEN = { room: 'the-bench-plays-the-room-service', gateway: 'the-bench-plays-the-gateways' };
const WARM_UP_MS = 2_000;

type Send = (gameId: GameId, userId: UserId, position: number) => Promise<PlayResponse>;

/** One gateway's stream: requests answered by their seq. */
function openPlay(gateway: RpcClient<GameServiceDefinition>): Send {
  const stream = gateway.open('play');
  const waiting = new Map<number, (response: PlayResponse) => void>();
  let seq = 0;
  stream.on('data', (response: PlayResponse) => {
    waiting.get(response.seq)?.(response);
    waiting.delete(response.seq);
  });
  stream.on('error', (error: Error) => process.stderr.write(`${error.message}\n`));
  return (gameId, userId, position) =>
    new Promise((resolve) => {
      seq += 1;
      waiting.set(seq, resolve);
      stream.write({ seq, move: { gameId, userId, position }, traceparent: '' });
    });
}

const latencies: number[] = [];
let measuring = false;
let rejected = 0;

/** A pair that plays game after game; each step is one move. */
function pair(
  create: (id: GameId, x: UserId, o: UserId) => Promise<unknown>,
  send: Send,
): () => Promise<void> {
  const [x, o] = [toUserId(randomUUID()), toUserId(randomUUID())];
  let id = toGameId('');
  let board = NEW_GAME;
  return async () => {
    if (id === '' || board.outcome) {
      id = toGameId(randomUUID());
      board = NEW_GAME;
      await create(id, x, o);
    }
    const position = chooseMove(board, 'easy', Math.random);
    const began = performance.now();
    const { outcome } = await send(id, board.moves.length % 2 === 0 ? x : o, position);
    if (measuring) latencies.push(performance.now() - began);
    if (outcome?.$case === 'game') board = applyMove(board, position);
    else rejected += 1;
  };
}

/** CPU seconds used so far: each process with its children (Postgres works in those). */
function cpu(stack: Stack): Map<string, number> {
  const rows = readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      // Fields after the name: state, parent, …; utime, stime and those of ended children, in hundredths.
      const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
      return [{ pid: Number(pid), parent: Number(fields[1]), seconds: ticks / 100 }];
    } catch {
      return [];
    }
  });
  const named = Object.entries({ ...stack.pids(), 'this bench': process.pid }).map(([name, pid]) => {
    const own = rows.filter((row) => row.pid === pid || (name === 'postgres' && row.parent === pid));
    return [name, own.reduce((sum, row) => sum + row.seconds, 0)] as const;
  });
  return new Map(named);
}

async function closedLoop(steps: (() => Promise<void>)[], until: () => boolean): Promise<void> {
  await Promise.all(
    steps.map(async (step) => {
      while (!until()) await step();
    }),
  );
}

async function openLoop(steps: (() => Promise<void>)[], until: () => boolean): Promise<void> {
  const idle = [...steps];
  const running = new Set<Promise<void>>();
  const began = performance.now();
  for (let sent = 0; !until(); sent += 1) {
    await pause(Math.max(0, began + (sent * 1_000) / rate - performance.now()));
    while (idle.length === 0) await Promise.race(running);
    const step = idle.shift() as () => Promise<void>;
    const work = step().then(() => {
      idle.push(step);
      running.delete(work);
    });
    running.add(work);
  }
  await Promise.all(running);
}

function report(used: Map<string, number>): void {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (q: number) => sorted[Math.floor(q * (sorted.length - 1))]?.toFixed(2);
  const lines = [
    `${games} games, ${replicas} replicas, ${rate ? `${rate} moves/s` : 'closed loop'}, ${seconds} s`,
    `${Math.round(sorted.length / seconds)} moves/s committed, ${rejected} rejected`,
    `to the mover's confirmation: p50 ${at(0.5)} ms, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)}`,
    'CPU s per 1,000 moves:',
    ...[...used].map(
      ([name, total]) => `  ${name.padEnd(12)} ${((total / sorted.length) * 1_000).toFixed(3)}`,
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const dir = mkdtempSync(join(tmpdir(), 'fifteen-bench-'));
const callers = Object.entries(TOKEN).map(([name, token]) => `${name}=${tokenHash(token)}`);
const stack = await openStack(
  { dir, namespace: 'bench', durable: true, report: (line) => void process.stderr.write(`${line}\n`) },
  {
    replicas,
    own: true,
    services: ['game'],
    env: {
      game: {
        RPC_CALLERS: callers.join(','),
        LOG_LEVEL: 'info',
        ...(values.profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` } : {}),
      },
    },
  },
);
const lifecycle = new Lifecycle(createLog('bench', 'silent'));
try {
  const clients = stack.addresses('game').map((address) => {
    const as = (token: string) =>
      connectRpc({ name: 'game', service: GameServiceDefinition, address, token }, { lifecycle });
    return { room: as(TOKEN.room), send: openPlay(as(TOKEN.gateway)) };
  });
  const steps = Array.from({ length: games }, (_, index) => {
    const { room, send } = clients[index % clients.length] as (typeof clients)[number];
    const create = async (gameId: GameId, x: UserId, o: UserId) => {
      const start = {
        gameId,
        roomId: toRoomId(randomUUID()),
        round: 1,
        playerIds: [x, o],
        bet: 0,
        xPlayerId: x,
      };
      return (await room.calls.createGame(start, { limitMs: 10_000 })).game;
    };
    return pair(create, send);
  });
  const end = performance.now() + WARM_UP_MS + seconds * 1_000;
  const until = () => performance.now() >= end;
  const done = rate > 0 ? openLoop(steps, until) : closedLoop(steps, until);
  await pause(WARM_UP_MS);
  const before = cpu(stack);
  measuring = true;
  await done;
  const after = cpu(stack);
  report(new Map([...after].map(([name, total]) => [name, total - (before.get(name) ?? 0)])));
} finally {
  if (process.env.SHOW)
    process.stdout.write(
      stack
        .service('game')
        .map((u) => u.output)
        .join(''),
    );
  await lifecycle.stop();
  await stack.stop();
  rmSync(dir, { recursive: true, force: true });
}
