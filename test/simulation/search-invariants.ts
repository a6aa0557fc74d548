import { isBot, type UserId } from '@fifteen/domain';
import type { Record } from './players.ts';
import { BLOCKED, CREATION_MS, SEARCH, type SearchRecord } from './search.ts';
import type { World } from './world.ts';

interface MatchRow {
  id: string;
  bet: number;
  players: UserId[];
  /** The game was called off: the players go on searching. */
  isOff: boolean;
  createdAt: Date;
}

const loadMatches = ({ servers }: World): MatchRow[] =>
  servers.postgres.room.query<MatchRow>(
    `SELECT room.id, room.bet, round.player_ids AS players, round.status = 'off' AS "isOff", room.created_at AS "createdAt"
       FROM room JOIN round ON room_id = room.id AND round = 1 WHERE match_id IS NOT NULL ORDER BY room.created_at`,
    [],
  ).rows;

/** Returns the rooms of matches: who searches agrees to the first game. */
export const matchRooms = (world: World): ReadonlySet<string> =>
  new Set(loadMatches(world).map(({ id }) => id));

/** Returns whether the queue has neither a search nor a pair. */
export const isQueueEmpty = ({ servers: { redis } }: World): boolean =>
  ![...redis.entries().keys()].some((key) => /^\{mm\}:(user:|match:|queue:|leases)/.test(key));

/** One match that may come from a search: it has to be created within this time. */
interface Chance {
  search: SearchRecord;
  from: number;
  until: number;
  /** From then on only with a computer player, whom the player had accepted. */
  personUntil: number;
}

/**
 * Milliseconds after the end of a search in which a request may still begin it: one that arrives twice, or that of a
 * gateway that has not learned of the end yet, because it does not reach the queue.
 */
const STRAY_MS = 10_000;

/**
 * Returns the chances of a search: one until it ends, and one more for a moment after each loss of Redis' data. The queue
 * then no longer knows the pairs whose matches are being created, and their players may search again, or leave. Nor does
 * it know the searches that have just ended, which a stray request may begin again, or those that a gateway enters that
 * has not learned of the computer player that was accepted.
 */
function chancesOf(search: SearchRecord, losses: readonly number[]): Chance[] {
  const { since, endedAt = Infinity, acceptedAt = Infinity } = search;
  return [
    { search, from: since, until: endedAt, personUntil: acceptedAt },
    ...losses
      .filter((at) => at >= since && at <= endedAt)
      .map((at) => ({ search, from: at, until: at + CREATION_MS, personUntil: Infinity })),
    ...losses
      .filter((at) => at > endedAt && at <= endedAt + STRAY_MS)
      .map((at) => ({ search, from: at, until: at + SEARCH.searchMs + CREATION_MS, personUntil: Infinity })),
  ];
}

/** Whether a match may come from this chance: of a search for its bet, at that time. */
function fits({ bet, players, createdAt }: MatchRow, { search, from, until, personUntil }: Chance): boolean {
  const at = Number(createdAt);
  const isWanted = players.some(isBot)
    ? search.bet === 0 || search.computer
    : search.bet === bet && at <= personUntil;
  return isWanted && at >= from && at <= until;
}

/** Gives each match a chance of its own. Returns the matches that get none. */
function unexplained(matches: readonly MatchRow[], chances: readonly Chance[]): MatchRow[] {
  const taken = new Map<Chance, MatchRow>();
  const explain = (match: MatchRow, tried: Set<Chance>): boolean =>
    chances.some((chance) => {
      if (tried.has(chance) || !fits(match, chance)) return false;
      tried.add(chance);
      const other = taken.get(chance);
      if (other && !explain(other, tried)) return false;
      taken.set(chance, match);
      return true;
    });
  return matches.filter((match) => !explain(match, new Set()));
}

/** A search that was confirmed as left had led to no match, unless Redis lost what it knew of it. */
function checkDepartures(
  world: World,
  { userId, since, leftAt }: SearchRecord,
  matches: readonly MatchRow[],
): void {
  if (leftAt === undefined) return;
  if (world.servers.redis.losses.some((at) => at >= since - CREATION_MS && at <= leftAt)) return;
  for (const { id, players, isOff, createdAt } of matches)
    if (!isOff && players.includes(userId) && Number(createdAt) >= since && Number(createdAt) <= leftAt)
      world.defect(`${userId} was matched in ${id}, but left at ${leftAt}`);
}

/**
 * Every search has ended, no player left one that had led to a match, and every match comes from a search of each of its
 * players for that bet that had not ended: with a person for coins, from one in which they had accepted no computer
 * player. Blocked users do not meet, and a computer player plays for no coins.
 */
export function checkSearches(world: World, { searches }: Record): void {
  const { redis } = world.servers;
  if (!isQueueEmpty(world)) world.defect(`searches are left: ${[...redis.entries().keys()].join(', ')}`);
  const matches = loadMatches(world);
  for (const { id, bet, players } of matches) {
    const isBlocked = BLOCKED.every((name) => players.some((player) => player.startsWith(name)));
    if (isBlocked) world.defect(`blocked users met in ${id}`);
    const hasComputer = players.some(isBot);
    if (hasComputer && bet > 0) world.defect(`a computer player plays ${id} for ${bet} coins`);
    world.saw(hasComputer ? 'match with a computer player' : bet > 0 ? 'match for coins' : 'friendly match');
  }
  for (const search of searches) checkDepartures(world, search, matches);
  const users = new Set(matches.flatMap(({ players }) => players).filter((id) => !isBot(id)));
  for (const user of users) {
    const chances = searches
      .filter(({ userId }) => userId === user)
      .flatMap((search) => chancesOf(search, redis.losses));
    // The players of a match that was called off go on searching.
    const own = matches.filter((match) => !match.isOff && match.players.includes(user));
    for (const { id, bet, createdAt } of unexplained(own, chances))
      world.defect(
        `${user} was matched in ${id} for ${bet} coins at ${Number(createdAt)} without a search: ` +
          chances.map(({ search, from, until }) => `${search.bet} from ${from} to ${until}`).join(', '),
      );
  }
}
