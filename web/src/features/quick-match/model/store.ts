import type { PlayerInfo } from '@fifteen/contract';
import {
  MATCHMAKING_EXPANDING,
  MATCHMAKING_STOP,
  MATCHMAKING_WARNING,
  RECONNECT_RETRY,
  START_GAME_TIMEOUT,
} from '@fifteen/contract/constants';
import { create } from 'zustand';
import { t } from 'i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { api } from '@/lib/api.ts';
import { explainError } from '@/lib/errors.ts';
import { leaveRoom } from '@/entities/room/room.ts';
import { probe, reconnect, send } from '@/lib/realtime/connection.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { toast } from '@/lib/toast.ts';
import { type Bet, isInProgress, type Search, type SearchEvent, step } from './search.ts';

interface SearchStore {
  search: Search;
  open(): void;
  /** Starts a search: checks the connection, then enters the queue. */
  startSearch(bet: Bet): Promise<void>;
  /** Answers the offer of a computer player; without an answer the search continues. */
  answerOffer(offer: 'accepted' | 'declined'): void;
  /** Closes the dialog, and cancels a running search. */
  close(): void;
}

/** Timers of a running search. */
let timers: ReturnType<typeof setTimeout>[] = [];

export const useSearch = create<SearchStore>()(() => ({
  search: { at: 'closed' },
  open: () => dispatch({ type: 'open' }),
  startSearch,
  answerOffer(offer) {
    const { search } = useSearch.getState();
    if (search.at !== 'searching' || search.offer !== 'open') return;
    dispatch({ type: 'answered', offer });
    if (offer === 'accepted')
      api.matchmaking.join({ body: { betAmount: search.bet, acceptComputer: true } }).catch(fail);
  },
  close() {
    const { search } = useSearch.getState();
    if (search.at === 'found') return;
    dispatch({ type: 'close' });
    if (isInProgress(search)) void leaveQueue();
  },
}));

function dispatch(event: SearchEvent): void {
  const { search } = useSearch.getState();
  const next = step(search, event);
  if (next === search) return;
  useSearch.setState({ search: next });
  if (next.at === search.at) return;
  for (const timer of timers) clearTimeout(timer);
  timers = [];
  if (next.at === 'searching') {
    announce(t('quickMatch.hint.finding'));
    timers = [
      setTimeout(() => announce(t('quickMatch.hint.expanding')), MATCHMAKING_EXPANDING),
      setTimeout(
        () => announce(t(next.bet === 0 ? 'quickMatch.almost' : 'quickMatch.almostStake')),
        MATCHMAKING_WARNING,
      ),
      setTimeout(stop, MATCHMAKING_STOP),
    ];
  }
  if (next.at === 'found') timers = [setTimeout(failMissedStart, START_GAME_TIMEOUT)];
}

const fail = (error: unknown): void =>
  dispatch({
    type: 'rejected',
    problem: { ...explainError(error), coins: (error as { code?: unknown }).code === 'INSUFFICIENT_COINS' },
  });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Number of the newest search: older ones that still wait for a response are over. */
let newest = 0;

async function startSearch(bet: Bet): Promise<void> {
  dispatch({ type: 'search', bet });
  usePreferences.getState().set({ stake: bet });
  const searchNumber = (newest += 1);
  const isOn = () => newest === searchNumber && useSearch.getState().search.at === 'preparing';
  const giveUpAt = Date.now() + MATCHMAKING_STOP;
  while (isOn() && !(await isConnected())) {
    if (!isOn()) return;
    if (Date.now() > giveUpAt) return fail({ code: 'MATCH_FAILED' });
    dispatch({ type: 'hold' });
    reconnect();
    await pause(RECONNECT_RETRY);
  }
  if (isOn()) await joinQueue(bet);
}

async function joinQueue(bet: Bet): Promise<void> {
  try {
    // A player is in one room at a time: leave the present one first.
    await leaveRoom();
    const { status } = await api.matchmaking.join({ body: { betAmount: bet } });
    const { at } = useSearch.getState().search;
    // Cancelled before the response: leave the queue, which has the user now.
    if (at === 'closed' || at === 'choosing') return void api.matchmaking.leave().catch(() => undefined);
    dispatch(
      status === 'matched' ? { type: 'found', bet, opponent: null } : { type: 'queued', now: Date.now() },
    );
  } catch (error) {
    fail(error);
  }
}

const isConnected = (): Promise<boolean> =>
  probe().then(
    () => true,
    () => false,
  );

async function leaveQueue(): Promise<void> {
  try {
    const { status } = await api.matchmaking.leave();
    // The match was made before: its own messages follow.
    if (status !== 'matched') toast({ title: t('quickMatch.left'), description: t('quickMatch.leftText') });
  } catch (error) {
    const { title, text } = explainError(error);
    toast({ title, description: text, tone: 'error' });
  }
}

/** Ends a search after a minute without an opponent. The server ends it as well; leaving twice is no error. */
function stop(): void {
  void api.matchmaking.leave().catch(() => undefined);
  fail({ code: 'TIMEOUT' });
}

/** Handles a match without a game: requests it once more, and offers a retry. */
function failMissedStart(): void {
  send({ type: 'request_current_game_state' });
  fail({ code: 'MATCH_FAILED' });
}

/** Handles the server's messages about searches. */
export const quickMatch = {
  found: (bet: number, opponent: PlayerInfo): void => dispatch({ type: 'found', bet, opponent }),
  /** Closes the dialog when any game starts. */
  over: (): void => dispatch({ type: 'close' }),
  rejected: fail,
  /** Handles the offer of a computer player for a game for coins. */
  offered(): void {
    dispatch({ type: 'offered' });
    announce(t('quickMatch.offer.text'));
  },
  /** Handles the end of a search by the server: a timeout, or a cancellation in another tab. */
  ended(status: 'left' | 'stopped'): void {
    const { search } = useSearch.getState();
    if (search.at !== 'searching') return;
    if (status === 'stopped') fail({ code: 'TIMEOUT' });
    else dispatch({ type: 'close' });
  },
};
