import { replay } from '@fifteen/domain';
import { Evidence, type Of } from './evidence.ts';
import type { TimedEntry } from './history.ts';
import { findLostTurns } from './lost-turns.ts';
import { newcomerRules } from './newcomer-rules.ts';
import type { GameRow, Snapshot } from './snapshot.ts';

/** Something that was promised to a client and does not hold. */
export interface Violation {
  readonly rule: keyof typeof rules;
  readonly text: string;
}

const hasOpened = ({ startedAt }: GameRow): boolean => startedAt !== null;
const isOver = ({ status }: GameRow): boolean => status === 'finished' || status === 'abandoned';
const winnerOf = ({ winner, x, o }: GameRow): string | null =>
  winner === null ? null : winner === 'X' ? x : o;

/** Each rule returns a line for everything that violates it. */
const rules = {
  'acknowledged moves are in the game': (evidence: Evidence) =>
    evidence.entries('game').flatMap(({ user, gameId, moves }) => {
      const stored = evidence.games.get(gameId);
      if (!stored) return [`${user} received game ${gameId}, which is not there`];
      return moves.every((position, ply) => stored.moves[ply] === position)
        ? []
        : [`${user} received ${moves.join(' ')} of game ${gameId}, which has ${stored.moves.join(' ')}`];
    }),

  'a move is made where its player sent it': (evidence: Evidence) => {
    const users = new Set(evidence.entries('account').map(({ user }) => user));
    const sent = Map.groupBy(evidence.entries('move'), ({ user, gameId }) => `${user} ${gameId}`);
    return [...evidence.games.values()].flatMap(({ id, x, o, moves, auto }) =>
      moves.flatMap((position, index) => {
        const [user, ply] = [index % 2 === 0 ? x : o, index + 1];
        // A computer player's moves and those of auto-play are the server's.
        if (!users.has(user) || auto.includes(ply)) return [];
        const isSent = sent
          .get(`${user} ${id}`)
          ?.some((move) => move.position === position && (move.ply ?? ply) === ply);
        return isSent ? [] : [`${user} did not send ${position} as move ${ply} of game ${id}`];
      }),
    );
  },

  'a game ends once, by the rules': ({ games, snapshot }: Evidence) =>
    [...games.values()].flatMap((game) => {
      if (game.status === 'cancelled') return [];
      if (!isOver(game)) return [`game ${game.id} is ${game.status}`];
      const records = snapshot.records.filter(({ gameId }) => gameId === game.id);
      const played = replay(game.moves);
      const wrong = [
        records.length !== 1 && `is recorded ${records.length} times`,
        records.some(({ winner }) => winner !== winnerOf(game)) && 'is recorded with another winner',
        game.played.join() !== game.moves.join() && `has ${game.played.join(' ')} in the table of moves`,
        !played.ok && `has a move against the rules at ply ${played.ply}`,
        game.status === 'finished' &&
          played.ok &&
          (played.state.outcome?.winner !== game.winner ||
            played.state.outcome.condition !== game.condition) &&
          'has another result than its moves',
      ];
      return wrong.flatMap((text) => (text ? [`game ${game.id} ${text}`] : []));
    }),

  'results are what clients received': (evidence: Evidence) =>
    evidence.entries('game').flatMap(({ user, gameId, status, winner }) => {
      const stored = evidence.games.get(gameId);
      return status === 'active' || (stored?.status === status && stored.winner === winner)
        ? []
        : [
            `${user} received ${status}, winner ${winner} of game ${gameId}: ${stored?.status}, ${stored?.winner}`,
          ];
    }),

  'stakes go to the winner': ({ games, snapshot }: Evidence) => {
    const stakes = new Map(snapshot.stakes.map((stake) => [stake.gameId, stake]));
    return [...games.values()].flatMap((game) => {
      if (game.bet === 0 || !isOver(game)) return [];
      const stake = stakes.get(game.id);
      const winner = winnerOf(game);
      return stake?.state === (winner === null ? 'refunded' : 'settled') && stake.winner === winner
        ? []
        : [`the stake of game ${game.id} is ${stake?.state} to ${stake?.winner}, the winner ${winner}`];
    });
  },

  'coins that clients received are in the ledger': (evidence: Evidence) => {
    const wallets = new Map(evidence.snapshot.wallets.map((wallet) => [wallet.user, wallet]));
    const received = Map.groupBy(evidence.entries('balance'), ({ user }) => user);
    return [...received].flatMap(([user, balances]) =>
      wrongBalances(wallets.get(user), balances, amountsOf(evidence.snapshot, user)).map(
        (text) => `${user} received ${text}`,
      ),
    );
  },

  'a purchase is owned and paid once': (evidence: Evidence) => {
    const { items } = evidence.snapshot;
    const paid = evidence.transfers('buy');
    const unpaid = items.flatMap(({ user, item, key }) => {
      const times = paid.filter((transfer) => transfer.key === key && transfer.debit === `u:${user}`).length;
      return times === 1 || !key.startsWith('buy:') ? [] : [`${user} has paid ${item} ${times} times`];
    });
    const without = paid.flatMap(({ key }) =>
      items.some((item) => item.key === key) ? [] : [`${key} is paid and not owned`],
    );
    const lost = evidence.entries('purchase').flatMap(({ user, item, price, outcome }) => {
      const owned = items.find((one) => one.user === user && one.item === item);
      if (outcome === 'unknown' || (outcome === 'ok') === (owned !== undefined)) {
        const cost = paid.find(({ key }) => key === owned?.key)?.amount;
        return owned && cost !== price ? [`${user} has paid ${cost} instead of ${price} for ${item}`] : [];
      }
      return [`the purchase of ${item} by ${user} was ${outcome}, and it is ${owned ? '' : 'not '}owned`];
    });
    return [...unpaid, ...without, ...lost];
  },

  'a gift is sent once': (evidence: Evidence) => {
    const sent = evidence.transfers('gift');
    const known = evidence.entries('gift');
    const wrong = known.flatMap(({ user, key, recipient, amount, outcome }) => {
      const transfers = sent.filter((transfer) => transfer.key === `gift:${user}:key:${key}`);
      const right =
        outcome === 'ok' ? transfers.length === 1 : outcome === 'rejected' ? transfers.length === 0 : true;
      return right &&
        transfers.every((one) => one.credit === `u:${recipient}` && one.amount === amount) &&
        transfers.length <= 1
        ? []
        : [`gift ${key} of ${user} was ${outcome}, and is there ${transfers.length} times`];
    });
    const keys = new Set(known.map(({ user, key }) => `gift:${user}:key:${key}`));
    return [...wrong, ...sent.flatMap(({ key }) => (keys.has(key) ? [] : [`no player has sent ${key}`]))];
  },

  'weekly rewards are paid once': (evidence: Evidence) => {
    const paid = Map.groupBy(evidence.transfers('weekly'), ({ credit }) => credit);
    const due = Map.groupBy(evidence.snapshot.rewards, ({ user }) => `u:${user}`);
    return [...new Set([...paid.keys(), ...due.keys()])].flatMap((wallet) => {
      const sums = [
        (due.get(wallet) ?? []).reduce((sum, { coins }) => sum + coins, 0),
        (paid.get(wallet) ?? []).reduce((sum, { amount }) => sum + amount, 0),
      ];
      return sums[0] === sums[1] ? [] : [`${wallet} got ${sums[1]} of ${sums[0]} coins of its ranks`];
    });
  },

  'coins are conserved': (evidence: Evidence) => {
    const gains = new Map<string, number>();
    const add = (user: string, coins: number) => gains.set(user, (gains.get(user) ?? 0) + coins);
    for (const game of evidence.games.values()) {
      const winner = isOver(game) ? winnerOf(game) : null;
      if (winner === null) continue;
      for (const player of [game.x, game.o]) add(player, player === winner ? game.bet : -game.bet);
    }
    for (const { kind, debit, credit, amount } of evidence.snapshot.transfers) {
      if (kind === 'buy' || kind === 'gift') add(debit.slice(2), -amount);
      if (kind === 'gift' || kind === 'weekly' || kind === 'ai_win') add(credit.slice(2), amount);
    }
    const wallets = new Map(evidence.snapshot.wallets.map(({ user, coins }) => [user, coins]));
    return evidence.entries('account').flatMap(({ user, coins }) => {
      const expected = coins + (gains.get(user) ?? 0);
      return wallets.get(user) === expected
        ? []
        : [`${user} has ${wallets.get(user)} coins, and should have ${expected}`];
    });
  },

  'no player is in two games': ({ snapshot }: Evidence) => {
    const seats = snapshot.games
      .filter(hasOpened)
      .flatMap((game) => [game.x, game.o].map((user) => ({ user, game })));
    return [...Map.groupBy(seats, ({ user }) => user)].flatMap(([user, its]) => {
      const games = its.map(({ game }) => game).sort((a, b) => Number(a.startedAt) - Number(b.startedAt));
      return games.flatMap((game, index) => {
        const next = games[index + 1];
        return next && (game.finishedAt === null || Number(next.startedAt) < Number(game.finishedAt))
          ? [`${user} is in ${game.id} and ${next.id}`]
          : [];
      });
    });
  },

  'no player loses by our fault': (evidence: Evidence) => {
    const left = new Set(evidence.entries('left').map(({ user, gameId }) => `${user} ${gameId}`));
    const games = [...evidence.games.values()].flatMap(({ id, abandonedBy, condition }) => [
      ...(condition === 'expired' ? [`game ${id} has expired`] : []),
      ...(abandonedBy && !left.has(`${abandonedBy} ${id}`)
        ? [`${abandonedBy} lost game ${id} without leaving`]
        : []),
    ]);
    // Players in a run are never away for a whole turn.
    return [...games, ...findLostTurns(evidence)];
  },

  'errors are listed in the contract': (evidence: Evidence) =>
    evidence.entries('unlisted').map(({ user, text }) => `${user} received: ${text}`),

  ...newcomerRules,
} satisfies Record<string, (evidence: Evidence) => string[]>;

/** Amounts by which the transfers of a user have changed the balance. */
const amountsOf = ({ transfers }: Snapshot, user: string): number[] =>
  transfers.flatMap(({ debit, credit, amount }) => [
    ...(credit === `u:${user}` ? [amount] : []),
    ...(debit === `u:${user}` ? [-amount] : []),
  ]);

/**
 * Compares balances with the wallet. A balance has the version of its wallet, which each transfer raises by one: so the
 * difference between two successive versions is the amount of a transfer.
 */
function wrongBalances(
  wallet: Snapshot['wallets'][number] | undefined,
  balances: readonly Of<'balance'>[],
  amounts: readonly number[],
): string[] {
  const byVersion = new Map<number, number>(wallet ? [[wallet.version, wallet.coins]] : []);
  const wrong: string[] = [];
  for (const { version, coins } of balances) {
    const known = byVersion.get(version);
    if (known !== undefined && known !== coins)
      wrong.push(`${coins} and ${known} coins as version ${version}`);
    if (!wallet || version > wallet.version)
      wrong.push(`version ${version} of a wallet at ${wallet?.version}`);
    byVersion.set(version, coins);
  }
  for (const [version, coins] of byVersion) {
    const next = byVersion.get(version + 1);
    if (next !== undefined && !amounts.includes(next - coins))
      wrong.push(`${next} coins after ${coins}, and no transfer of ${next - coins}`);
  }
  return wrong;
}

/** Names of all rules. */
export const RULES = Object.keys(rules) as Violation['rule'][];

/** Compares what clients did and received with the databases. Returns what was promised and does not hold. */
export function findViolations(entries: readonly TimedEntry[], snapshot: Snapshot): Violation[] {
  const evidence = new Evidence(entries, snapshot);
  return RULES.flatMap((rule) => rules[rule](evidence).map((text) => ({ rule, text })));
}
