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
import { type Bet, isSeeking, type Search, type SearchEvent, step } from './search.ts';

interface SearchStore {
  search: Search;
  open(): void;
  /** Looks for an opponent: checks the connection, then enters the queue. */
  startSearch(bet: Bet): Promise<void>;
  /** Answers the offer of a computer opponent; without an answer the search goes on. */
  answerOffer(offer: 'accepted' | 'declined'): void;
  /** Closes the dialog; a search that is on is given up. */
  close(): void;
}

/** What a search does by itself as time goes by. */
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
    if (isSeeking(search)) void leaveQueue();
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

/** Number of the newest search: an older one that still waits for something is over. */
let newest = 0;

async function startSearch(bet: Bet): Promise<void> {
  dispatch({ type: 'search', bet });
  usePreferences.getState().set({ stake: bet });
  const mine = (newest += 1);
  const isOn = () => newest === mine && useSearch.getState().search.at === 'preparing';
  const giveUp = Date.now() + MATCHMAKING_STOP;
  while (isOn() && !(await isConnected())) {
    if (!isOn()) return;
    if (Date.now() > giveUp) return fail({ code: 'MATCH_FAILED' });
    dispatch({ type: 'hold' });
    reconnect();
    await pause(RECONNECT_RETRY);
  }
  if (isOn()) await join(bet);
}

async function join(bet: Bet): Promise<void> {
  try {
    // One is in one room at a time: the present one is left first.
    await leaveRoom();
    const { status } = await api.matchmaking.join({ body: { betAmount: bet } });
    const { at } = useSearch.getState().search;
    // Given up while the answer was on its way: then we stand in the queue without any user watching.
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
    // Too late: the match is on, and its own messages say so.
    if (status !== 'matched') toast({ title: t('quickMatch.left'), description: t('quickMatch.leftText') });
  } catch (error) {
    const { title, text } = explainError(error);
    toast({ title, description: text, tone: 'error' });
  }
}

/** No opponent was found within a minute. The server stops by itself as well; leaving twice is no error. */
function stop(): void {
  void api.matchmaking.leave().catch(() => undefined);
  fail({ code: 'TIMEOUT' });
}

/** The game of a match did not come: ask for it once more, and let the user try again. */
function failMissedStart(): void {
  send({ type: 'request_current_game_state' });
  fail({ code: 'MATCH_FAILED' });
}

/** What the server's messages do to the search. */
export const quickMatch = {
  found: (bet: number, opponent: PlayerInfo): void => dispatch({ type: 'found', bet, opponent }),
  /** A game began: whatever was on, the dialog is closed. */
  over: (): void => dispatch({ type: 'close' }),
  rejected: fail,
  /** No opponent came for a game for coins: the server offers a computer opponent. */
  offered(): void {
    dispatch({ type: 'offered' });
    announce(t('quickMatch.offer.text'));
  },
  /** The server ended the search: no opponent came in time, or it was left from another tab. */
  ended(status: 'left' | 'stopped'): void {
    const { search } = useSearch.getState();
    if (search.at !== 'searching') return;
    if (status === 'stopped') fail({ code: 'TIMEOUT' });
    else dispatch({ type: 'close' });
  },
};
