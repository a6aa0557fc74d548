import { isBot, type UserId } from '@fifteen/domain';
import type { Record } from './players.ts';
import { BLOCKED, SEARCHED_BETS, type SearchRecord } from './search.ts';
import type { World } from './world.ts';

interface MatchRow {
  id: string;
  bet: number;
  players: UserId[];
  /** The game was called off: the players go on searching. */
  isOff: boolean;
  gameId: string;
}

const loadMatches = ({ servers }: World): MatchRow[] =>
  servers.postgres.room.query<MatchRow>(
    `SELECT room.id, room.bet, round.player_ids AS players, round.status = 'off' AS "isOff", round.game_id AS "gameId" FROM room JOIN round ON room_id = room.id AND round = 1
      WHERE match_id IS NOT NULL`,
    [],
  ).rows;

/** Returns when each game ended, in milliseconds since the epoch. */
const loadEnds = ({ servers }: World): ReadonlyMap<string, number> =>
  new Map(
    servers.postgres.game
      .query<{ id: string; at: Date }>(
        'SELECT id, finished_at AS at FROM game WHERE finished_at IS NOT NULL',
        [],
      )
      .rows.map(({ id, at }) => [id, Number(at)]),
  );

/** Returns the rooms of matches: who searches agrees to the first game. */
export const matchRooms = (world: World): ReadonlySet<string> =>
  new Set(loadMatches(world).map(({ id }) => id));

/** Returns whether the queue has neither a search nor a pair. */
export const isQueueEmpty = ({ servers: { redis } }: World): boolean =>
  ![...redis.entries().keys()].some((key) => /^\{mm\}:(user:|match:|queue:|leases)/.test(key));

/**
 * Every search has ended, and every match comes from a search of each of its players for that bet that they did not
 * leave. Blocked users do not meet, and a computer player plays for no coins.
 */
export function checkSearches(world: World, { searches }: Record): void {
  if (!isQueueEmpty(world))
    world.defect(`searches are left: ${[...world.servers.redis.entries().keys()].join(', ')}`);
  const matches = loadMatches(world);
  for (const { id, bet, players } of matches) {
    const isBlocked = BLOCKED.every((name) => players.some((player) => player.startsWith(name)));
    if (isBlocked) world.defect(`blocked users met in ${id}`);
    const hasComputer = players.some(isBot);
    if (hasComputer && bet > 0) world.defect(`a computer player plays ${id} for ${bet} coins`);
    world.saw(hasComputer ? 'match with a computer player' : bet > 0 ? 'match for coins' : 'friendly match');
  }
  // A queue that lost its data no longer knows a match that is being made: its player may have left before.
  if (world.faults.happened.some(({ name }) => name === 'redis lost its data')) return;
  const endOf = loadEnds(world);
  /** The game was over, as the opponent had left, before its player left the search. */
  const isOverBefore = ({ gameId }: MatchRow, { leftAt, since }: SearchRecord): boolean => {
    const end = endOf.get(gameId);
    return leftAt !== undefined && end !== undefined && end >= since && end <= leftAt;
  };
  const users = new Set(searches.map(({ userId }) => userId));
  for (const user of users) {
    const ownSearches = searches.filter(({ userId }) => userId === user);
    const own = matches.filter(
      (match) =>
        !match.isOff &&
        match.players.includes(user) &&
        !ownSearches.some((search) => isOverBefore(match, search)),
    );
    const begun = ownSearches.filter(({ leftAt }) => leftAt === undefined);
    const atMost = (found: number, allowed: number, text: string): void => {
      if (found > allowed)
        world.defect(`${user} was matched ${found} times ${text}, and searched ${allowed} times`);
    };
    for (const bet of SEARCHED_BETS) {
      const people = own.filter((match) => match.bet === bet && !match.players.some(isBot));
      atMost(people.length, begun.filter((search) => search.bet === bet).length, `for ${bet} coins`);
    }
    const computers = own.filter(({ players }) => players.some(isBot));
    const accepted = begun.filter(({ bet, computer }) => bet === 0 || computer);
    atMost(computers.length, accepted.length, 'with a computer player');
    atMost(own.length, begun.length, 'in all');
  }
}
