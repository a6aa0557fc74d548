import type { PlayerInfo } from '@fifteen/contract';
import {
  MATCHMAKING_EXPANDING,
  MATCHMAKING_STOP,
  MATCHMAKING_WARNING,
  RECONNECT_RETRY,
  START_GAME_TIMEOUT,
} from '@fifteen/contract/constants';
import { isQuickMatchBet } from '@fifteen/domain';
import { create } from 'zustand';
import { type ParseKeys, t } from 'i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { explainError } from '@/lib/errors.ts';
import { loadLaterTexts } from '@/lib/i18n/i18n.ts';
import { requestNavigation } from '@/lib/navigation.ts';
import { pause } from '@/lib/pause.ts';
import { leaveRoom } from '@/entities/room/room.ts';
import { probe, reconnect, send } from '@/lib/realtime/connection.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { session } from '@/lib/storage.ts';
import { toast } from '@/lib/toast.ts';
import { type Bet, isInProgress, type Search, type SearchEvent, step } from './search.ts';

type JoinBody = NonNullable<Parameters<typeof api.matchmaking.join>[0]>['body'];

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

/** Time after a reconnection in which the server sends a search that it goes on with. Milliseconds. */
const CONFIRMED_WITHIN = 5_000;

/** Timers of a running search. */
let timers: ReturnType<typeof setTimeout>[] = [];

/** Ends a search that the server does not send after a reconnection. */
let unconfirmed: ReturnType<typeof setTimeout> | undefined;

/** Aborted when the newest search is over: its joins are not retried, and their responses change nothing. */
let newest = new AbortController();

/** The newest search that joins the queue. One that still checks the connection has nothing to leave. */
let entered: AbortSignal | null = null;

/** Settles with all calls of earlier searches: a late one would change or end the next search. */
let earlierCalls: Promise<unknown> = Promise.resolve();
/** Number of these calls that are under way. */
let callsUnderWay = 0;

function track(call: Promise<void>): Promise<void> {
  callsUnderWay += 1;
  const settled = call.finally(() => (callsUnderWay -= 1));
  earlierCalls = Promise.all([earlierCalls, settled]);
  return settled;
}

export const useSearch = create<SearchStore>()(() => ({
  search: { at: 'closed' },
  open: () => dispatch({ type: 'open' }),
  startSearch,
  answerOffer(offer) {
    const { search } = useSearch.getState();
    if (search.at !== 'searching' || search.offer !== 'open') return;
    dispatch({ type: 'answered', offer });
    if (offer !== 'accepted') return;
    clearTimeout(unconfirmed);
    void track(acceptComputer(search.bet, newest.signal));
  },
  close() {
    const { search } = useSearch.getState();
    if (search.at === 'found') return;
    dispatch({ type: 'close' });
    const isEntering = search.at === 'preparing' && entered === newest.signal;
    if (isEntering || search.at === 'searching') void track(leaveQueue());
  },
}));

function dispatch(event: SearchEvent): void {
  const { search } = useSearch.getState();
  const next = step(search, event);
  if (!isInProgress(next)) session.remove('searchesUntil');
  if (next === search) return;
  useSearch.setState({ search: next });
  if (next.at === 'preparing' && next.held) announceText('quickMatch.held');
  if (next.at === search.at) return;
  if (!isInProgress(next)) newest.abort();
  for (const timer of [...timers, unconfirmed]) clearTimeout(timer);
  timers = [];
  if (next.at === 'searching') {
    if (search.at === 'preparing') markSearch();
    announceText('quickMatch.hint.finding');
    timers = [
      setTimeout(() => announce(t('quickMatch.hint.expanding')), MATCHMAKING_EXPANDING),
      setTimeout(
        () => announce(t(next.bet === 0 ? 'quickMatch.almost' : 'quickMatch.almostStake')),
        MATCHMAKING_WARNING,
      ),
      // A resumed search is older than this page knows, and its tab may have begun another by then.
      setTimeout(search.at === 'closed' ? timeOut : stop, MATCHMAKING_STOP),
    ];
  }
  if (next.at === 'found') timers = [setTimeout(failMissedStart, START_GAME_TIMEOUT)];
}

/** Notes for the next page of this tab that a search of its own may go on at the server. */
const markSearch = (): void => session.write('searchesUntil', String(Date.now() + MATCHMAKING_STOP));

/** Ends the search. A call without a response is a failure of the connection (docs/spec/play.md#play-8.5). */
function fail(error: unknown): void {
  const isUnanswered = error instanceof ApiError && error.status === 0;
  const explanation = explainError(isUnanswered ? { code: 'MATCH_FAILED' } : error);
  const { code } = error as { code?: string };
  dispatch({ type: 'rejected', problem: { ...explanation, code } });
}

const timeOut = (): void => fail({ code: 'TIMEOUT' });

/** Announces a text; after a reload the texts of a search are loaded first. */
const announceText = (key: ParseKeys): void =>
  void loadLaterTexts().then(
    () => announce(t(key)),
    () => undefined,
  );

async function startSearch(bet: Bet): Promise<void> {
  if (useSearch.getState().search.at !== 'choosing') return;
  dispatch({ type: 'search', bet });
  usePreferences.getState().set({ stake: bet });
  newest = new AbortController();
  const { signal } = newest;
  const giveUpAt = Date.now() + MATCHMAKING_STOP;
  while (!signal.aborted && !(await isConnected())) {
    if (signal.aborted) return;
    if (Date.now() > giveUpAt) return fail({ code: 'MATCH_FAILED' });
    dispatch({ type: 'hold' });
    reconnect();
    await pause(RECONNECT_RETRY);
  }
  await earlierCalls;
  if (!signal.aborted) await track(joinQueue(bet, signal));
}

async function joinQueue(bet: Bet, signal: AbortSignal): Promise<void> {
  try {
    // A player is in one room at a time: leave the present one first.
    await leaveRoom();
    entered = signal;
    markSearch();
    const { status } = await join({ betAmount: bet }, signal);
    if (signal.aborted) return;
    dispatch(
      status === 'matched' ? { type: 'found', bet, opponent: null } : { type: 'queued', now: Date.now() },
    );
  } catch (error) {
    if (signal.aborted) return;
    fail(error);
    if (error instanceof ApiError && error.code === 'ALREADY_IN_GAME') requestGame();
    // The server may have the user nevertheless: a search that failed here must not start a game later.
    if (error instanceof ApiError && error.isTransient) await leaveSilently();
  }
}

async function acceptComputer(bet: Bet, signal: AbortSignal): Promise<void> {
  try {
    await join({ betAmount: bet, acceptComputer: true }, signal);
  } catch (error) {
    if (signal.aborted) return;
    fail(error);
    // The search goes on at the server, whatever became of the answer.
    await leaveSilently();
  }
}

/** Joins the queue. Leaves it again if the search was over before the response: the queue may have the user now. */
async function join(body: JoinBody, signal: AbortSignal): ReturnType<typeof api.matchmaking.join> {
  try {
    return await api.matchmaking.join({ body, signal });
  } finally {
    if (signal.aborted && useSearch.getState().search.at !== 'found') await leaveSilently();
  }
}

/** Requests the game that the player is in, or the search: what the server said of it may be lost. */
const requestGame = (): void => void send({ type: 'request_current_game_state' });

/** Leaves the queue; without a response again and again, until the server has ended the search by itself. */
async function leaveSilently(): Promise<void> {
  const giveUpAt = Date.now() + MATCHMAKING_STOP;
  while (Date.now() < giveUpAt) {
    try {
      await api.matchmaking.leave();
      return;
    } catch (error) {
      if (!(error instanceof ApiError && error.mayRetry)) return;
    }
    await pause(RECONNECT_RETRY);
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
    await leaveSilently();
  }
}

/** Ends a search after a minute without an opponent, or one that the server does not know. The server ends it as well; leaving twice is no error. */
function stop(): void {
  void track(leaveSilently());
  requestGame();
  timeOut();
}

/** Handles a match without a game: requests it once more, leaves the queue, to which it may have led back, and offers a retry. */
function failMissedStart(): void {
  requestGame();
  void track(leaveSilently());
  fail({ code: 'MATCH_FAILED' });
}

/** Handles the server's messages about searches. */
export const quickMatch = {
  found: (bet: number, opponent: PlayerInfo): void => dispatch({ type: 'found', bet, opponent }),
  /** Closes the dialog when any game starts. */
  over: (): void => dispatch({ type: 'close' }),
  rejected: fail,
  /**
   * Shows a search that the server goes on with: this page was reloaded, or another tab searches. A search that this page
   * is leaving at this moment is not shown again. If this tab began it and has opened another page since, it returns to
   * the one that shows searches: one that goes on unseen would start a game for coins.
   */
  resumed(bet: number): void {
    clearTimeout(unconfirmed);
    if (useSearch.getState().search.at !== 'closed' || callsUnderWay > 0 || !isQuickMatchBet(bet)) return;
    newest = new AbortController();
    dispatch({ type: 'resumed', bet, now: Date.now() });
    if (Number(session.read('searchesUntil')) > Date.now()) requestNavigation('/');
  },
  /**
   * Handles the state after a reconnection, which the search follows. The server may have ended it meanwhile. A request
   * that is under way, such as an accepted offer, enters the queue again.
   */
  reconnected(): void {
    if (useSearch.getState().search.at !== 'searching' || callsUnderWay > 0) return;
    clearTimeout(unconfirmed);
    unconfirmed = setTimeout(stop, CONFIRMED_WITHIN);
  },
  /** Handles the offer of a computer player for a game for coins; after a reconnect, it may be sent again. */
  offered(): void {
    const { search } = useSearch.getState();
    dispatch({ type: 'offered' });
    if (useSearch.getState().search !== search) announceText('quickMatch.offer.text');
  },
  /** Handles the end of a search by the server: a timeout, or a cancellation in another tab, possibly of an earlier one. */
  ended(status: 'left' | 'stopped'): void {
    const { search } = useSearch.getState();
    if (search.at !== 'searching') return;
    if (status === 'stopped') return fail({ code: 'TIMEOUT' });
    dispatch({ type: 'close' });
    requestGame();
  },
};
