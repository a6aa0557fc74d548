import { insertGenerated, Probe, type Dimension } from './probe.ts';

/** Positions of a generated game. */
const PLIES = '{1,2,6,3,11}';
/** Every so many-th game is one of the players who are measured. */
const OWN_SHARE = 25;

/** Finished games in game, room and leaderboard, as their services write them. */
export const growHistory: Dimension = async (stack, sizes) => {
  const probe = await Probe.open(stack);
  await probe.measure('no finished games', ['start', 'end']);
  const ids = probe.players.map(({ userId }) => `'${userId}'`).join(', ');
  const columns = historyOf(ids);
  let filled = 0;
  for (const size of sizes) {
    const insertions = (['game', 'room', 'leaderboard'] as const).map((service) =>
      insertGenerated(
        stack,
        { service, statements: STATEMENTS[service](columns), indexedAfterwards: TABLES[service] },
        filled + 1,
        size,
      ),
    );
    await Promise.all(insertions);
    filled = size;
    await probe.measure(`${size} finished games`, ['start', 'end']);
  }
};

/** Returns a relation with the generated games of the numbers $1 to $2. */
const historyOf = (ids: string): string => `(
  SELECT md5('game' || n)::uuid AS id, md5('room' || n)::uuid::text AS room_id,
    CASE n % ${OWN_SHARE} WHEN 0 THEN own[1 + (n / ${OWN_SHARE}) % cardinality(own)] ELSE 'past-' || n % 50000 END AS x_user,
    'past-' || 50000 + n % 49999 AS o_user, now() - make_interval(secs => n * 3) AS at, n
  FROM generate_series($1::int, $2::int) AS n, (SELECT ARRAY[${ids}] AS own) AS players) AS past`;

const TABLES = {
  game: ['game', 'move', 'outbox'],
  room: ['room', 'round'],
  leaderboard: ['game', 'player_game'],
} as const;

const STATEMENTS: Readonly<Record<'game' | 'room' | 'leaderboard', (past: string) => string[]>> = {
  game: (past) => [
    `INSERT INTO game (id, room_id, round, x_user, o_user, bet, status, moves, version, winner, condition, started_at,
       last_move_at, finished_at, settled_at)
     SELECT id, room_id, 1, x_user, o_user, 0, 'finished', '${PLIES}', 5, 'X', 'vertical', at, at, at, at FROM ${past}`,
    `INSERT INTO move (game_id, ply, position, player, auto, at)
     SELECT id, ply, position, CASE ply % 2 WHEN 1 THEN 'X' ELSE 'O' END, false, at
     FROM ${past}, unnest('${PLIES}'::smallint[]) WITH ORDINALITY AS played (position, ply)`,
    `INSERT INTO outbox (name, aggregate_id, payload, at, published_at)
     SELECT 'finished', id::text, convert_to(repeat('e', 290), 'UTF8'), at, at FROM ${past}`,
  ],
  room: (past) => [
    `INSERT INTO room (id, code, name, owner_id, status, max_players, private, bet, match_id, created_at, updated_at)
     SELECT room_id, translate(upper(lpad(to_hex(n), 8, '0')), '01', 'XY'), 'Quick match', x_user, 'closed', 2, true, 0, id::text,
       greatest(at, now() - interval '29 days'), greatest(at, now() - interval '29 days') FROM ${past}`,
    `INSERT INTO round (room_id, round, game_id, status, player_ids, updated_at)
     SELECT room_id, 1, id::text, 'over', ARRAY[x_user, o_user], at FROM ${past}`,
  ],
  leaderboard: (past) => [
    `INSERT INTO game (id, x_user, o_user, winner, condition, plies, bet, finished_at)
     SELECT id, x_user, o_user, x_user, 'vertical', 5, 0, at FROM ${past}`,
    `INSERT INTO player_game (user_id, game_id, opponent_id, outcome, diagonal, coins, finished_at, year, week)
     SELECT user_id, id, opponent_id, outcome, false, 0, at, extract(isoyear FROM at), extract(week FROM at)
     FROM ${past}, LATERAL (VALUES (x_user, o_user, 'win'), (o_user, x_user, 'loss')) AS seat (user_id, opponent_id, outcome)`,
  ],
};
