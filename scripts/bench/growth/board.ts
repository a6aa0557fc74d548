import { Player } from '@fifteen/testkit/player';
import { sendAtRate } from '../open-loop.ts';
import { cpuOf } from '../cpu.ts';
import { costsOf, insertGenerated, formatCpu, Probe, quantilesOf, type Dimension } from './probe.ts';

/** Board calls a second, and for how long. */
const CALLS = { rate: 50, seconds: 8 };

const STATEMENTS = [
  `INSERT INTO player (user_id, registered_at) SELECT 'past-' || n, now() FROM generate_series($1::int, $2::int) AS n`,
  `INSERT INTO week (year, number) SELECT DISTINCT extract(isoyear FROM now() AT TIME ZONE 'UTC'),
     extract(week FROM now() AT TIME ZONE 'UTC') FROM generate_series($1::int, $2::int) ON CONFLICT DO NOTHING`,
  `INSERT INTO weekly_score (year, week, user_id, wins, games, coins, opponents, last_win_at)
   SELECT extract(isoyear FROM now() AT TIME ZONE 'UTC'), extract(week FROM now() AT TIME ZONE 'UTC'), 'past-' || n,
     n % 97, 100, 0, 5, now() FROM generate_series($1::int, $2::int) AS n`,
  `INSERT INTO player_stats (user_id, wins, losses, draws, games, win_streak, best_win_streak, losing_streak, diagonals,
     last_at, last_game)
   SELECT 'past-' || n, n % 97, 3, 0, 100, 0, 3, 1, 0, now(), gen_random_uuid()
   FROM generate_series($1::int, $2::int) AS n`,
];

/** The calls of both boards, and play, beside more and more players on the board. */
export const growBoard: Dimension = async (stack, sizes) => {
  const probe = await Probe.open(stack);
  const reader = await Player.guest(stack.url);
  let filled = 0;
  for (const size of sizes) {
    await insertGenerated(stack, { service: 'leaderboard', statements: STATEMENTS }, filled + 1, size);
    filled = size;
    for (const board of ['weekly', 'all-time']) {
      const call = () =>
        fetch(new URL(`/api/leaderboard/${board}`, stack.url), { headers: { cookie: reader.cookie } });
      await sendAtRate(CALLS.rate, 2, call);
      const before = cpuOf(stack.pids());
      const { times, failed } = await sendAtRate(CALLS.rate, CALLS.seconds, call);
      const cpu = costsOf(before, cpuOf(stack.pids()), times.length);
      const errors = [...failed].map(([reason, count]) => `; ${count} failed: ${reason}`).join('');
      console.log(
        `  ${size} players, ${board} board: p50 / p99 ms ${quantilesOf(times)}; CPU s per 1,000 calls ${formatCpu(cpu)}${errors}`,
      );
    }
    await probe.measure(`${size} players on the board`, ['end']);
  }
};
