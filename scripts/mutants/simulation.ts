import type { Change, Seed } from './seed.ts';

const test = 'simulation';
const game = (name: string): string => `services/game/src/${name}.ts`;
const room = (name: string): string => `services/room/src/${name}.ts`;
const queue = 'services/matchmaking/src/queue/scripts.ts';
const stakes = 'services/economy/sql/04_stakes.sql';

/** A mistake that the simulation must notice. */
export interface SimulatedSeed extends Seed {
  /** A change in a second place, where two services keep the same rule: without it, the other hides the mistake. */
  readonly also?: Change;
}

/** Mistakes between services, which only show after a crash, a lost response or a late message. */
export const simulation: readonly SimulatedSeed[] = [
  {
    file: stakes,
    text: `INSERT INTO stake (game_id, state) VALUES (game, 'void') ON CONFLICT DO NOTHING;`,
    mutant: `IF NOT EXISTS (SELECT FROM stake WHERE game_id = game) THEN
    RETURN ROW('void', NULL, '{}'::text[], '[]'::jsonb)::stake_result;
  END IF;`,
    breaks: 'a game that was called off leaves a void stake against a late hold',
    test,
  },
  {
    file: stakes,
    text: `IF held.state <> 'held' THEN`,
    mutant: `IF false THEN`,
    breaks: 'a stake is finished once',
    test,
  },
  {
    file: game('workflows/cancel-game'),
    text: `await refundCalledOffGame(context, game, REFUND_MS).catch(`,
    mutant: `await cancelGame(context, game, 'CALLED_OFF').catch(`,
    breaks: 'a game that was called off is cancelled after its refund',
    test,
  },
  {
    file: game('workflows/fund-game'),
    text: `await context.economy.holdStake(stakeTermsOf(game));`,
    mutant: `await context.economy
    .holdStake(stakeTermsOf(game))
    .catch(() => ({ stake: { state: StakeState.VOID, shortUserIds: [] as string[] } }));`,
    breaks: 'an unknown outcome of a hold cancels nothing',
    test,
  },
  {
    file: game('workflows/fund-game'),
    text: `if (stake.state !== StakeState.HELD) return null;`,
    mutant: `if (stake.state !== StakeState.HELD) throw new Error('unexpected stake');`,
    breaks: 'a start may be repeated after the end of its game',
    test,
  },
  {
    file: game('jobs/process-stakes'),
    text: `WHERE status <> 'active' AND due_at <= now()`,
    mutant: `WHERE false AND due_at <= now()`,
    breaks: 'a job finishes stakes that a crash left',
    test,
  },
  {
    file: game('db/game-start'),
    text: `due_at = $4::timestamptz + delay
     FROM (SELECT date_trunc('milliseconds', now()) - $2::timestamptz AS delay) AS wait
     WHERE id = $1 AND status = 'funding'`,
    mutant: `due_at = $4::timestamptz + delay, cancel_reason = NULL
     FROM (SELECT date_trunc('milliseconds', now()) - $2::timestamptz AS delay) AS wait
     WHERE id = $1 AND status IN ('funding', 'cancelling')`,
    breaks: 'a game that was called off does not start',
    test,
  },
  {
    file: game('db/game-start'),
    text: `unnest($14::text[]) AS p (user_id) ORDER BY user_id`,
    mutant: `unnest($14::text[]) AS p (user_id) ORDER BY user_id ON CONFLICT DO NOTHING`,
    also: {
      file: room('workflows/leave-room'),
      text: `WHERE room_id = $1 AND user_id = $2 AND user_id = ANY (player_ids)`,
      mutant: `WHERE false AND room_id = $1 AND user_id = $2 AND user_id = ANY (player_ids)`,
    },
    breaks: 'a player is in one game at a time',
    test,
  },
  {
    file: room('workflows/start-round'),
    text: `gameId: row.game_id, roomId`,
    mutant: `gameId: (row.game_id.slice(0, -4) + String(Math.floor(1_000 + 9_000 * Math.random()))) as typeof row.game_id, roomId`,
    breaks: 'a repeated start names the same game',
    test,
  },
  {
    file: room('rpc/start-game'),
    text: `if (!other.agreed || other.userId === offlinePlayerId) throw new AppError('CONSENT_MISSING');`,
    mutant: ``,
    breaks: 'a game for coins needs the consent of both players',
    test,
  },
  {
    file: room('jobs/resume-starts'),
    text: `WHERE status IN ('agreed', 'starting')`,
    mutant: `WHERE status IN ('agreed')`,
    breaks: 'a job resumes a start that a crash interrupted',
    test,
  },
  {
    file: queue,
    text: `if id ~= bot then redis.call('HSET', userKey(id), 'match', match) end`,
    mutant: ``,
    breaks: 'a paired user leaves the queue only by the match',
    test,
  },
  {
    file: queue,
    text: `if bet == '0' or not state[3] then people[#people + 1] = id end`,
    mutant: `people[#people + 1] = id`,
    breaks: 'a player who accepted a computer player meets no person for coins',
    test,
  },
  {
    file: 'services/matchmaking/src/matchmaker.ts',
    text: `if (exists) await this.#track(this.make(pair));
    else`,
    mutant: `if (!exists)`,
    breaks: 'a match that exists is finished when its lease ended',
    test,
  },
  {
    file: 'services/matchmaking/src/matchmaker.ts',
    text: `const { exists } = await this.#context.room.getMatch({ matchId: pair.matchId });`,
    mutant: `const exists = false;`,
    breaks: 'a match is called off before its players go back to the queue',
    test,
  },
  {
    file: room('db/matches'),
    text: `return (await insertRoom(sql, { ...room, status: 'closed' })) || isMatchCalledOff(sql, matchId);`,
    mutant: `const { rowCount } = await sql.query('SELECT 1 FROM room WHERE id = $1', [room.id]);
  return rowCount === 0;`,
    breaks: 'a match that was called off is created no more',
    test,
  },
  {
    file: queue,
    text: `if redis.call('SISMEMBER', pastKey(id), search) == 1 then return 'over' end`,
    mutant: ``,
    breaks: 'a request that arrives twice begins no search after its end',
    test,
  },
  {
    file: 'services/matchmaking/src/matchmaker.ts',
    text: `const bet = pair.userIds.some(isBot) ? 0 : pair.bet;`,
    mutant: `const bet = 0;`,
    breaks: 'a match has the bet of its searches',
    test,
  },
  {
    file: game('jobs/advance-clocks'),
    text: `if (Math.abs(gapMs) < outageMs) return [];`,
    mutant: `await sql.query('UPDATE game_clock SET tick_at = now(), gateway_at = CASE WHEN $1 THEN now() ELSE gateway_at END', [
      reported,
    ]);
    if (Math.abs(gapMs) >= 0) return [];`,
    breaks: 'an outage extends the turns',
    test,
  },
  {
    file: game('jobs/advance-clocks'),
    text: `log.warn({ seconds: gapMs / 1_000, gateways: !isOwn }, 'turn deadlines extended after an outage');`,
    mutant: `if (isOwn) return [];`,
    breaks: 'an outage of the game service extends the turns',
    test,
  },
  {
    file: game('jobs/advance-clocks'),
    text: `CASE WHEN open.moves_itself THEN due_at + $1 * interval '1 ms' ELSE 'infinity' END)`,
    mutant: `due_at + $1 * interval '1 ms')`,
    breaks: 'an outage gives each player on turn a whole turn',
    test,
  },
  {
    file: game('jobs/advance-clocks'),
    text: `(gateway_at IS NULL
           OR gateway_at > now() - $2 * interval '1 ms' AND (due_at <= turn_deadline OR due_at <= gateway_at))`,
    mutant: `(gateway_at IS NULL OR true)`,
    breaks: 'no turn runs out while no gateway reports players',
    test,
  },
  {
    file: room('workflows/reconcile-games'),
    text: `rounds.filter(({ status }, index) => isLost(games[index]) && status === 'playing')`,
    mutant: `rounds.filter((_, index) => isLost(games[index]))`,
    breaks: 'a round whose game was queried before its creation is not called off',
    test,
  },
  {
    file: room('db/rounds'),
    text: `UPDATE participant SET agreed = false FROM round JOIN ended ON game_id = ended.id`,
    mutant: `UPDATE participant SET agreed = participant.agreed FROM round JOIN ended ON game_id = ended.id`,
    breaks: 'a game that ended before its start was recorded uses up the consent to it',
    test,
  },
  {
    file: 'packages/runtime/src/consumer.ts',
    text: `const ACK_WAIT_MS = 10_000;`,
    mutant: `const ACK_WAIT_MS = 30_000;`,
    breaks: 'events of a killed consumer are soon delivered again',
    test,
  },
  {
    file: 'packages/runtime/src/republish.ts',
    text: `requestBroker(() => manager.streams.info(streamName(nats, owner)))`,
    mutant: `manager.streams.info(streamName(nats, owner))`,
    breaks: 'an outage of the broker postpones a republication and is no error',
    test,
  },
  {
    file: 'packages/runtime/src/nats.ts',
    text: `error.code === JetStreamApiCodes.StreamNotFound`,
    mutant: `false`,
    breaks: 'a stream that is lost after it was ensured is an outage',
    test,
  },
  {
    file: 'services/economy/sql/08_gifts.sql',
    text: `  IF NOT done THEN`,
    mutant: `  IF (read_wallet_result(p_sender, false)).coins < p_coins THEN
    PERFORM reject_insufficient_coins(0);
  END IF;
  IF NOT done THEN`,
    breaks: 'a repeated gift is recognized before its amount is compared with the balance',
    test,
  },
  {
    file: game('domain/decisions'),
    text: `const at = ply ?? lastOwnPly;`,
    mutant: `const at = lastOwnPly;`,
    breaks: 'a repeated move is recognized by its number after the server has moved since',
    test,
  },
  {
    file: room('workflows/start-round'),
    text: `UPDATE participant SET agreed = false`,
    mutant: `UPDATE participant SET agreed = agreed`,
    breaks: 'a consent is for one game',
    test,
  },
  {
    file: game('domain/decisions'),
    text: `if (unlessActive) return new AppError('ALREADY_IN_GAME');`,
    mutant: ``,
    breaks: 'a player who does not see a game loses none by leaving its room',
    test,
  },
];
