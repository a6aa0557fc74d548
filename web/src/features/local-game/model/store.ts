import { AI_MOVE_DELAY, LOCAL_WIN_REPORT_DELAY } from '@fifteen/contract/constants';
import { nearMisses, type Position, type Side, sideToMove } from '@fifteen/domain';
import { create } from 'zustand';
import { t } from 'i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { afterPaint } from '@/lib/afterPaint.ts';
import { ApiError } from '@/lib/apiError.ts';
import { notifyError } from '@/lib/notifyError.ts';
import { storage } from '@/lib/storage.ts';
import { uniqueId } from '@/lib/uniqueId.ts';
import { play } from '@/lib/sound/sound.ts';
import { useMode } from '@/lib/state/mode.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { clearScreen, onScreenCleared } from '@/lib/state/screen.ts';
import { saveGame } from '@/lib/savedGames.ts';
import { explainNearMiss, announceMove } from '@/components/game-view/announceMove.ts';
import { explainMoveError } from '@/components/game-view/moveErrors.ts';
import { bestMove, computerMove, fetchLevels, type Hint } from './computer.ts';
import {
  earnsCoins,
  type LocalEvent,
  type LocalGame,
  type LocalMode,
  newGame,
  nextSide,
  parse,
  moveErrorAt,
  serialise,
  step,
} from './localGame.ts';

const TICK = 1000;
/** Delay before the computer is requested again whose code failed to load; milliseconds. */
const COMPUTER_RETRY_DELAY = 5_000;

const newId = () => `local-game-${uniqueId()}`;

/** Returns the name of a side that is not the user's own. */
function sideName({ mode, difficulty }: LocalGame, side: Side): string {
  return mode === 'ai' ? t(`localGame.name.${difficulty}`) : t('localGame.playerSide', { side });
}

const hintTexts = {
  win: 'localGame.hint.win',
  draw: 'localGame.hint.draw',
  loss: 'localGame.hint.loss',
} as const;

/** A hint in words: the cell, and what it is worth. */
export const hintText = ({ position, value }: Hint): string => t(hintTexts[value], { cell: position });

/** Notifies the player that the computer's code failed to load. */
const notifyUnloaded = (cause: unknown): void => notifyError(ApiError.notLoaded(cause));

/** Counts a finished game, and adds it to the record of this device. */
function recordGame({ id, mode, difficulty, own, state: { moves } }: LocalGame): void {
  usePreferences.getState().countGame();
  saveGame({ id, mode, difficulty, own, moves, endedAt: Date.now() });
}

/** Help against the computer; a game with any earns no coins. */
export type Help = 'hint' | 'take-back';

interface LocalGameStore {
  game: LocalGame;
  /** The move that was pointed out in this position. */
  hint: Hint | null;
  /** The help that the player wants, while they are asked whether to go without coins for it. */
  asking: Help | null;
  /** Gives help; asks first where the game could still earn coins. */
  help(kind: Help): void;
  /** The answer to that question. */
  answerHelp(isWanted: boolean): void;
  /** What the player wants to do instead, while they are asked whether to discard the game. */
  discarding: (() => void) | null;
  /** Runs an action that discards the game, after a confirmation if one is running. */
  discardFor(then: () => void): void;
  /** Confirms or cancels the waiting action. */
  answerDiscard(isDiscarded: boolean): void;
  /** Handles a press on a cell: makes the move, or explains why it is none. */
  press(position: Position): void;
  /** Starts a new game at once; called for a reset, a new mode or difficulty. */
  start(mode: LocalMode): void;
  startRematch(): void;
  close(): void;
  /** Pauses timed steps: an online game has taken the board. */
  leave(): void;
  /** Resumes timed steps. */
  resume(): void;
  /** Replaces the game of a user who has signed out by a new one, which waits for its board. */
  forget(): void;
}

let timer: ReturnType<typeof setTimeout> | undefined;

export const useLocalGame = create<LocalGameStore>()((set, get) => {
  function send(event: LocalEvent): void {
    const before = get().game;
    const game = step(before, event);
    if (game === before) return;
    set(game.state === before.state ? { game } : { game, hint: null });
    // The computer's reply to the last move leaves the question open.
    if (game.id !== before.id) set({ asking: null });
    storage.write('currentGameState', serialise(game));
    if (game.id === before.id && game.state.moves.length > before.state.moves.length) {
      announceMove(game.state, { own: game.own, nameOf: (side) => sideName(game, side) });
      explainNearMiss(nearMisses(game.state));
    }
    if (game.phase === 'over') clearScreen();
    if (game.phase === 'resultShown' && before.phase === 'over') recordGame(game);
    schedule(game);
  }

  function stopTimer(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  /** Starts the timer of a phase that ends by itself, in place of the last one. */
  function schedule(game: LocalGame): void {
    stopTimer();
    if (game.phase === 'thinking') {
      afterPaint(() => void fetchLevels().catch(() => undefined));
      timer = setTimeout(() => void reply(game), AI_MOVE_DELAY);
    }
    if (game.phase === 'over')
      timer = setTimeout(() => send({ type: 'show-result' }), LOCAL_WIN_REPORT_DELAY);
    if (game.phase === 'countdown') {
      play('tick');
      timer = setTimeout(() => send({ type: 'tick', id: newId(), own: sideIn(game.mode) }), TICK);
    }
  }

  /** The user's side in the next game of that mode. */
  const sideIn = (mode: LocalMode) =>
    mode === 'ai' ? nextSide(usePreferences.getState().side, get().game) : null;

  async function giveHint(): Promise<void> {
    const { game } = get();
    const hint = await bestMove(game.state);
    // While a worker searched, the player may have moved.
    if (get().game !== game) return;
    send({ type: 'assist' });
    set({ hint });
    announce(hintText(hint));
  }

  function giveHelp(kind: Help): void {
    if (kind === 'hint') giveHint().catch(notifyUnloaded);
    else send({ type: 'take-back' });
  }

  /** Makes the computer's move. If its code fails to load, notifies the player once, and tries again until it loads. */
  async function reply(game: LocalGame, isRetry = false): Promise<void> {
    const ownTimer = timer;
    const position = await computerMove(game.state, game.difficulty).catch((error: unknown) => {
      // Otherwise another step has been scheduled, or the board is no longer visible.
      if (timer === ownTimer) {
        if (!isRetry) notifyUnloaded(error);
        timer = setTimeout(() => void reply(game, true), COMPUTER_RETRY_DELAY);
      }
      return null;
    });
    // The worker may finish after another game has started, or after the board has left the screen.
    if (position !== null && timer === ownTimer) send({ type: 'reply', position });
  }

  const { difficulty, side } = usePreferences.getState();
  return {
    game: parse(storage.read('currentGameState')) ?? newGame(newId(), difficulty, side === 'O' ? 'O' : 'X'),
    hint: null,
    asking: null,
    help(kind) {
      if (earnsCoins(get().game)) set({ asking: kind });
      else giveHelp(kind);
    },
    answerHelp(isWanted) {
      const { asking } = get();
      set({ asking: null });
      if (isWanted && asking) giveHelp(asking);
    },
    discarding: null,
    discardFor(then) {
      const { state } = get().game;
      // On another page the game waits, and is lost to an online game as well.
      const isRunning = useMode.getState().mode !== 'online' && state.moves.length > 0 && !state.outcome;
      if (isRunning) set({ discarding: then });
      else then();
    },
    answerDiscard(isDiscarded) {
      const { discarding } = get();
      set({ discarding: null });
      if (!isDiscarded) return;
      // A reload must not bring the game back. On the board it stays until another one replaces it.
      storage.remove('currentGameState');
      discarding?.();
    },
    press(position) {
      const { game } = get();
      const moveError = moveErrorAt(game, position);
      if (moveError === null) return send({ type: 'press', position });
      explainMoveError(moveError, sideName(game, sideToMove(game.state)));
    },
    start(mode) {
      // A game that has just ended is reported even if the player does not wait for it.
      send({ type: 'show-result' });
      send({
        type: 'new',
        id: newId(),
        own: sideIn(mode),
        difficulty: usePreferences.getState().difficulty,
      });
    },
    startRematch: () => send({ type: 'rematch' }),
    close: () => send({ type: 'close' }),
    leave() {
      stopTimer();
      send({ type: 'show-result' });
    },
    resume() {
      const { game, start } = get();
      // When another user has signed in, the storage is empty, and the last game belongs to another player.
      const hasSavedGame = storage.read('currentGameState') !== null;
      if (hasSavedGame || game.state.moves.length === 0) schedule(game);
      else start(game.mode);
    },
    forget() {
      stopTimer();
      const { mode, difficulty } = get().game;
      set({ game: newGame(newId(), difficulty, sideIn(mode)), hint: null, asking: null, discarding: null });
    },
  };
});

onScreenCleared(() => useLocalGame.setState({ discarding: null, asking: null }));

// A stored game determines the mode.
useMode.setState({ mode: useLocalGame.getState().game.mode });

// A player who chooses a local mode, or returns to one, gets a new game (docs/spec/play.md#play-4.2).
useMode.subscribe(({ mode }, before) => {
  if (mode !== before.mode && mode !== 'online') useLocalGame.getState().start(mode);
});
