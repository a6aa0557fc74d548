import type { LegState, Shard, Stake, Terms } from './shard.ts';

/** One transaction at one shard. */
interface Call {
  readonly shard: number;
  readonly run: (shard: Shard, now: number) => unknown;
}

/** Steps of a process. It gets the response of each call, and may end between any two of them. */
export type Saga = Generator<Call, Stake, unknown>;

/** Returns the shard of an id. */
export type ShardOf = (id: string) => number;

function* call<T>(shard: number, run: (shard: Shard, now: number) => T): Generator<Call, T, unknown> {
  return (yield { shard, run }) as T;
}

/** Takes both stakes or neither: reserves each at the shard of its player, then decides at the home of the game. */
export function* hold(shardOf: ShardOf, game: string, terms: Terms): Saga {
  const home = shardOf(game);
  const begun = yield* call(home, (shard, now) => shard.beginStake(game, terms, now));
  if (begun.state !== 'holding') return yield* complete(shardOf, game, begun);
  const legs: LegState[] = [];
  for (const user of terms.players)
    legs.push(yield* call(shardOf(user), (shard) => shard.reserve(game, user, terms.bet)));
  const decided = yield* call(home, (shard) => shard.decide(game, legs));
  return yield* complete(shardOf, game, decided);
}

/** Cancels a stake unless it is held. */
export function* cancel(shardOf: ShardOf, game: string): Saga {
  const stake = yield* call(shardOf(game), (shard, now) => shard.voidStake(game, now));
  return yield* complete(shardOf, game, stake);
}

/** Pays a held stake. */
export function* finish(shardOf: ShardOf, game: string, winner: string | undefined): Saga {
  const stake = yield* call(shardOf(game), (shard) => shard.finishStake(game, winner));
  return yield* complete(shardOf, game, stake);
}

/** Makes the legs follow the decision. Any process may do it, and several may at once. */
export function* complete(shardOf: ShardOf, game: string, stake: Stake): Saga {
  const { terms, state, winner, isDone } = stake;
  if (!terms || isDone || state === 'holding' || state === 'held') return stake;
  const loser = terms.players.find((user) => winner !== undefined && user !== winner);
  for (const user of terms.players)
    if (user !== loser) yield* call(shardOf(user), (shard) => shard.release(game, user));
  if (winner && loser) {
    // Coins leave one shard before they arrive at the other, so that there are never too many.
    yield* call(shardOf(loser), (shard) => shard.spend(game, loser));
    yield* call(shardOf(winner), (shard) => shard.receive(game, winner, terms.bet));
  }
  yield* call(shardOf(game), (shard) => shard.markDone(game));
  return stake;
}
