import type { PlayerInfo, User } from '@fifteen/contract';
import { QUICK_MATCH_BETS } from '@fifteen/domain';
import {
  MATCHMAKING_EXPANDING,
  MATCHMAKING_PROGRESS,
  MATCHMAKING_WARNING,
} from '@fifteen/contract/constants';
import { coinsShort } from '@/lib/coins.ts';
import type { Explanation } from '@/lib/errors.ts';

export type Bet = (typeof QUICK_MATCH_BETS)[number];

/** Why a search failed. */
export interface Problem extends Explanation {
  /** Code of the error; undefined for an error without one. */
  code: string | undefined;
}

/** The offer of a computer player instead of a game for coins, and its answer. */
type Offer = 'none' | 'open' | 'accepted' | 'declined';

/**
 * State of a quick match: choosing a bet, checking the connection (`held` once that failed), waiting in the queue since
 * an instant, or an opponent. A problem is shown above the choice.
 */
export type Search =
  | { readonly at: 'closed' }
  | { readonly at: 'choosing' }
  | { readonly at: 'preparing'; readonly bet: Bet; readonly held: boolean }
  | { readonly at: 'searching'; readonly bet: Bet; readonly since: number; readonly offer: Offer }
  | { readonly at: 'found'; readonly bet: number; readonly opponent: PlayerInfo | null }
  | { readonly at: 'rejected'; readonly problem: Problem };

export type SearchEvent =
  | { type: 'open' }
  | { type: 'search'; bet: Bet }
  | { type: 'hold' }
  | { type: 'queued'; now: number }
  | { type: 'resumed'; bet: Bet; now: number }
  | { type: 'offered' }
  | { type: 'answered'; offer: 'accepted' | 'declined' }
  | { type: 'found'; bet: number; opponent: PlayerInfo | null }
  | { type: 'rejected'; problem: Problem }
  | { type: 'close' };

/** Reduces an event. Events that do not fit the state change nothing. */
export function step(search: Search, event: SearchEvent): Search {
  switch (event.type) {
    case 'open':
      return search.at === 'closed' || search.at === 'rejected' ? { at: 'choosing' } : search;
    case 'search':
      return search.at === 'choosing' ? { at: 'preparing', bet: event.bet, held: false } : search;
    case 'hold':
      return search.at === 'preparing' ? { ...search, held: true } : search;
    case 'queued':
      return search.at === 'preparing'
        ? { at: 'searching', bet: search.bet, since: event.now, offer: 'none' }
        : search;
    case 'resumed':
      return search.at === 'closed'
        ? { at: 'searching', bet: event.bet, since: event.now, offer: 'none' }
        : search;
    case 'offered':
      return search.at === 'searching' && search.offer === 'none' ? { ...search, offer: 'open' } : search;
    case 'answered':
      return search.at === 'searching' && search.offer === 'open'
        ? { ...search, offer: event.offer }
        : search;
    case 'found':
      if (search.at === 'found')
        return { ...search, bet: event.bet, opponent: event.opponent ?? search.opponent };
      return isInProgress(search) ? { at: 'found', bet: event.bet, opponent: event.opponent } : search;
    case 'rejected':
      return isInProgress(search) || search.at === 'found'
        ? { at: 'rejected', problem: event.problem }
        : search;
    case 'close':
      return search.at === 'closed' ? search : { at: 'closed' };
  }
}

/** Whether there is a search that can be cancelled. */
export const isInProgress = ({ at }: Search): boolean => at === 'preparing' || at === 'searching';

/** Limits of the bets: the own coins, and the stake limit of new players. */
export type Funds = Pick<User, 'coins' | 'stakeLimit'>;

/** Returns the initial bet: the last one, friendly for a new player; at most the highest allowed. */
export function firstBet(funds: Funds, last: number): Bet {
  return QUICK_MATCH_BETS.findLast((bet) => bet <= last && isAffordable(bet, funds)) ?? 0;
}

const isAffordable = (bet: Bet, { coins, stakeLimit }: Funds): boolean =>
  coinsShort(bet, coins) === 0 && bet <= (stakeLimit?.coins ?? Infinity);

/** Returns the progress of a search: the bar (0 to 1), its tone, and the hint. */
export function progressAt(elapsed: number): {
  part: number;
  warning: boolean;
  hint: 'finding' | 'expanding';
} {
  const expanding = elapsed >= MATCHMAKING_EXPANDING && elapsed < MATCHMAKING_WARNING;
  return {
    part: Math.min(1, elapsed / MATCHMAKING_PROGRESS),
    warning: elapsed >= MATCHMAKING_WARNING,
    hint: expanding ? 'expanding' : 'finding',
  };
}
