import { replay, type UserId } from '@fifteen/domain';
import { Mark } from '@fifteen/proto/game';
import { keyOf, type Record } from './players.ts';
import { checkSearches, matchRooms } from './search-invariants.ts';
import { checkTurns } from './turn-invariants.ts';
import type { World } from './world.ts';

interface GameRow {
  id: string;
  room_id: string;
  round: number;
  x_user: UserId;
  o_user: UserId;
  bet: number;
  status: string;
  moves: number[];
  winner: 'X' | 'O' | null;
  condition: string | null;
  abandoned_by: UserId | null;
  cancel_reason: string | null;
  started_at: Date | null;
  finished_at: Date | null;
  settled_at: Date | null;
  played: { position: number; player: 'X' | 'O'; auto: boolean; at: string }[] | null;
  /** Events that publish the end. */
  ends: number;
}

interface StakeRow {
  game_id: string;
  x_user: UserId | null;
  o_user: UserId | null;
  bet: number | null;
  state: 'held' | 'settled' | 'refunded' | 'void';
  winner: UserId | null;
  short: string[];
}

interface PaidGift {
  key: string;
  sender: UserId;
  recipient: UserId;
  amount: number;
  at: Date;
}

/**
 * Milliseconds by which an end may seem to be later than a start after it. A process estimates the database's clock for
 * the end, with an error of half of its fastest response, 6 ms at most, and of the drift between two responses.
 */
const CLOCK_ERROR_MS = 10;

/** Checks what must hold during the run. */
export function checkDuring(world: World): void {
  const { game } = world.servers.postgres;
  const { rows } = game.query<{ user_id: string }>(
    `SELECT user_id FROM game, unnest(ARRAY[x_user, o_user]) AS p (user_id)
      WHERE status IN ('funding', 'active') GROUP BY user_id HAVING count(*) > 1`,
    [],
  );
  for (const { user_id } of rows) world.defect(`${user_id} is in two games`);
  // Until that time the game service would notice no outage of its own.
  if (game.query('SELECT FROM game_clock WHERE tick_at > now()', []).rowCount)
    world.defect('the last tick of the game service lies in the future');
}

/** Checks what must hold once everything has recovered, against what the players did and saw. */
export function checkEnd(world: World, record: Record, coins: ReadonlyMap<UserId, number>): void {
  const { postgres } = world.servers;
  const { rows: games } = postgres.game.query<GameRow>(
    `SELECT *, (SELECT json_agg(json_build_object('position', position, 'player', player, 'auto', auto, 'at', at)
        ORDER BY ply) FROM move WHERE game_id = game.id) AS played,
      (SELECT count(*) FROM outbox WHERE aggregate_id = game.id::text AND name = 'finished') AS ends FROM game`,
    [],
  );
  const { rows: stakes } = postgres.economy.query<StakeRow>(
    'SELECT * FROM stake WHERE game_id = ANY ($1) OR x_user = ANY ($2)',
    [games.map(({ id }) => id), [...coins.keys()]],
  );
  const stakeOf = new Map(stakes.map((stake) => [stake.game_id, stake]));
  const check = (holds: boolean, text: string): void => (holds ? undefined : world.defect(text));
  for (const game of games) {
    const stake = stakeOf.get(game.id);
    checkResult(game, record, check);
    checkStake(game, stake, check);
    if (game.started_at) checkTurns(game, world);
    countEvents(game, stake, world);
  }
  for (const { game_id, state } of stakes)
    check(
      games.some(({ id }) => id === game_id),
      `the stake of ${game_id} (${state}) has no game`,
    );
  checkCoins(world, games, new Map(coins), record, check);
  checkRounds(world, games, check);
  checkPlayers(games, stakeOf, { ...record, matches: matchRooms(world) }, check);
  checkSearches(world, record);
}

type Check = (holds: boolean, text: string) => void;

/** The result follows from the moves, is published once, and is what the players saw. */
function checkResult(game: GameRow, record: Record, check: Check): void {
  const { id, status, moves, winner, condition } = game;
  check(['finished', 'abandoned', 'cancelled'].includes(status), `${id} is still ${status}`);
  check(game.settled_at !== null, `${id} (${status}) is not settled`);
  check((game.played ?? []).map(({ position }) => position).join() === moves.join(), `${id} has other moves`);
  const played = replay(moves);
  if (!played.ok) return check(false, `${id} has illegal moves`);
  const { outcome } = played.state;
  if (status === 'finished')
    check(outcome?.winner === winner && outcome?.condition === condition, `${id} has a wrong result`);
  else check(outcome === null, `${id} is ${status} after a win or a draw`);
  check(
    game.ends === (status === 'cancelled' ? 0 : 1),
    `the end of ${id} (${status}) is published ${game.ends} times`,
  );
  if (record.started.has(id as never))
    check(status !== 'cancelled', `${id} was seen to start, and is cancelled`);
  const seen = record.ended.get(id as never);
  const seenWinner = seen?.winner === undefined ? null : seen.winner === Mark.X ? 'X' : 'O';
  if (seen)
    check(
      seen.moves.join() === moves.join() && seenWinner === winner,
      `${id} ended otherwise than its players saw`,
    );
}

/** The stake is paid to the winner, returned without one, and never taken for a game that was cancelled. */
function checkStake(
  { id, bet, status, winner, x_user, o_user }: GameRow,
  stake: StakeRow | undefined,
  check: Check,
): void {
  if (bet === 0) return check(stake === undefined, `${id} is friendly, and has a stake`);
  if (status === 'cancelled')
    return check(
      !stake || ['void', 'refunded'].includes(stake.state),
      `${id} is cancelled, its stake ${stake?.state}`,
    );
  const winnerId = winner === null ? null : winner === 'X' ? x_user : o_user;
  check(
    stake?.state === (winnerId ? 'settled' : 'refunded'),
    `${id} is ${status}, its stake ${stake?.state}`,
  );
  check(stake?.winner === winnerId, `${id} was won by ${winnerId}, and paid to ${stake?.winner}`);
}

/** Coins are conserved, and every player has what their games say. */
function checkCoins(
  { servers }: World,
  games: readonly GameRow[],
  coins: Map<UserId, number>,
  { gifts }: Record,
  check: Check,
): void {
  const { economy } = servers.postgres;
  const { rows: lines } = economy.query<{ invariant: string; violations: number }>('SELECT * FROM audit', []);
  for (const { invariant, violations } of lines) check(violations === 0, `audit: ${violations} ${invariant}`);
  const pay = (from: UserId, to: UserId, amount: number): void => {
    coins.set(to, (coins.get(to) ?? 0) + amount);
    coins.set(from, (coins.get(from) ?? 0) - amount);
  };
  for (const { bet, winner, x_user, o_user } of games) {
    if (winner === 'X') pay(o_user, x_user, bet);
    if (winner === 'O') pay(x_user, o_user, bet);
  }
  const { rows: paid } = economy.query<PaidGift>(
    'SELECT entry_key AS key, sender, recipient, amount, at FROM gift WHERE sender = ANY ($1)',
    [[...coins.keys()]],
  );
  for (const { sender, recipient, amount } of paid) pay(sender, recipient, amount);
  checkGifts(paid, gifts, check);
  const { rows } = economy.query<{ id: string; balance: number }>(
    `SELECT substr(id, 3) AS id, balance FROM account WHERE id = ANY ($1)`,
    [[...coins.keys()].map((id) => `u:${id}`)],
  );
  for (const { id, balance } of rows)
    check(
      balance === coins.get(id as UserId),
      `${id} has ${balance} coins instead of ${coins.get(id as UserId)}`,
    );
}

/** Each gift was sent so; an acknowledged one is there once, and one that was rejected was not there before. */
function checkGifts(paid: readonly PaidGift[], gifts: Record['gifts'], check: Check): void {
  for (const { key, sender, recipient, amount, at } of paid) {
    const sent = gifts.find((gift) => key.endsWith(gift.key));
    check(
      sent?.senderId === sender && sent.recipientId === recipient && sent.amount === amount,
      `the gift ${key} was not sent so`,
    );
    const isRejected = sent?.outcome === 'rejected' && Number(at) < sent.sentAt;
    check(!isRejected, `the gift ${key} was rejected after it was paid`);
  }
  for (const { key: sent } of gifts.filter(({ outcome }) => outcome === 'accepted'))
    check(
      paid.filter(({ key }) => key.endsWith(sent)).length === 1,
      `the acknowledged gift ${sent} is not there once`,
    );
}

/** Every round has ended as its game did. */
function checkRounds({ servers }: World, games: readonly GameRow[], check: Check): void {
  const { rows } = servers.postgres.room.query<{ game_id: string; status: string; room: string }>(
    `SELECT game_id, round.status, room.status AS room FROM round JOIN room ON room.id = room_id`,
    [],
  );
  const byId = new Map(games.map((game) => [game.id, game]));
  for (const { game_id, status, room } of rows) {
    const game = byId.get(game_id);
    check(['over', 'off'].includes(status), `the round of ${game_id} is still ${status}`);
    const isPlayed = game !== undefined && game.status !== 'cancelled';
    check(status !== 'off' || !isPlayed, `the round of ${game_id} is off, and its game ${game?.status}`);
    check(room !== 'playing', `the room of ${game_id} is still playing`);
  }
}

/** No player is in two games, plays for coins without consent, or loses through our fault. */
function checkPlayers(
  games: readonly GameRow[],
  stakes: ReadonlyMap<string, StakeRow>,
  record: Record & { matches: ReadonlySet<string> },
  check: Check,
): void {
  const staked = new Map<string, number>();
  const last = new Map<UserId, GameRow>();
  const begun = games.filter(({ started_at }) => started_at !== null);
  for (const game of begun.sort((a, b) => Number(a.started_at) - Number(b.started_at))) {
    for (const user of [game.x_user, game.o_user]) {
      const before = last.get(user);
      const overlap = before ? Number(before.finished_at) - Number(game.started_at) : 0;
      check(overlap <= CLOCK_ERROR_MS, `${user} played ${before?.id} and ${game.id} at once`);
      last.set(user, game);
      const key = keyOf(user, game.room_id);
      if (!stakes.has(game.id)) continue;
      staked.set(key, (staked.get(key) ?? 0) + 1);
    }
    const { abandoned_by: by, room_id, condition, moves, id } = game;
    if (by) check(record.left.has(keyOf(by, room_id)), `${by} lost ${id} without leaving`);
    if (condition === 'expired') check(moves.length < 2, `${id} expired after ${moves.length} moves`);
  }
  for (const [key, count] of staked) {
    const searched = record.matches.has(key.split(' in ')[1] ?? '') ? 1 : 0;
    const agreed = (record.consents.get(key)?.size ?? 0) + searched;
    check(count <= agreed, `${key}: ${count} games for coins, consent to ${agreed}`);
  }
  for (const move of record.moves) checkMove(move, games, check);
}

/** An acknowledged move is there, and one that was rejected with its number was not there before. */
function checkMove(
  { gameId, userId, position, ply, acceptedPly, outcome, sentAt }: Record['moves'][number],
  games: readonly GameRow[],
  check: Check,
): void {
  const game = games.find(({ id }) => id === gameId);
  // The server may have made the same move before: then the player's counts as its repeat.
  if (outcome === 'accepted')
    check(
      game?.played?.[(acceptedPly ?? 0) - 1]?.position === position,
      `the acknowledged move ${acceptedPly} of ${userId} in ${gameId} is lost`,
    );
  const stored = outcome === 'rejected' && ply ? game?.played?.[ply - 1] : undefined;
  const isOwn = stored?.position === position && !stored.auto && userId === playerOf(stored.player, game);
  check(
    !isOwn || Date.parse(stored.at) >= sentAt,
    `the move ${ply} of ${userId} in ${gameId} was rejected after it was made`,
  );
}

const playerOf = (side: 'X' | 'O', game: GameRow | undefined): UserId | undefined =>
  side === 'X' ? game?.x_user : game?.o_user;

function countEvents(game: GameRow, stake: StakeRow | undefined, world: World): void {
  world.saw(`game ${game.cancel_reason ?? game.condition ?? game.status}`);
  if (stake) world.saw(`stake ${stake.state}`);
  if (stake?.state === 'void' && stake.bet === null) world.saw('void tombstone');
  if (game.played?.some(({ auto }) => auto)) world.saw('game with automatic moves');
  if (
    game.finished_at &&
    game.settled_at &&
    game.bet > 0 &&
    Number(game.settled_at) - Number(game.finished_at) > 1_500
  )
    world.saw('stake paid by the job');
}
