import { AI_MOVE_DELAY, LOCAL_WIN_REPORT_DELAY } from '@fifteen/contract/constants';
import { nearMisses, type Position, type Side, sideToMove } from '@fifteen/rules';
import { create } from 'zustand';
import { t } from 'i18next';
import { storage } from '@/lib/storage.ts';
import { play } from '@/lib/sound/sound.ts';
import { useMode } from '@/lib/state/mode.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { clearScreen, onScreenCleared } from '@/lib/state/screen.ts';
import { saveGame } from '@/lib/savedGames.ts';
import { explainNearMiss, announceMove } from '@/components/game-view/announceMove.ts';
import { explainMoveError } from '@/components/game-view/moveErrors.ts';
import { computerMove } from './computer.ts';
import {
  humanSide,
  type LocalEvent,
  type LocalGame,
  type LocalMode,
  newGame,
  parse,
  moveErrorAt,
  serialise,
  step,
} from './localGame.ts';

const TICK = 1000;

const newId = () => `local-game-${crypto.randomUUID()}`;

/** How a side is called in a local game; the user's own name is the screen's to add. */
function sideName(game: LocalGame, side: Side): string {
  if (game.mode === 'pass-play') return t('localGame.playerSide', { side });
  return side === 'X' ? t('localGame.you') : t('localGame.computer');
}

/** Counts a finished game, and adds it to the record of this device. */
function recordGame({ id, mode, difficulty, state: { moves } }: LocalGame): void {
  usePreferences.getState().countGame();
  saveGame({ id, mode, difficulty, moves, endedAt: Date.now() });
}

interface LocalGameStore {
  game: LocalGame;
  /** What the player wants to do instead, while they are asked whether to discard the game. */
  discarding: (() => void) | null;
  /** Does something that discards the game: asks first where one runs on the table. */
  discardFor(then: () => void): void;
  /** The answer to that question. */
  answerDiscard(isDiscarded: boolean): void;
  /** A cell was pressed: a move, or a word why it is none. */
  press(position: Position): void;
  /** A fresh game at once; also what choosing a mode or a difficulty does. */
  start(mode: LocalMode): void;
  startRematch(): void;
  close(): void;
  /** The table is left for an online game: nothing goes on by itself any more. */
  leave(): void;
  /** The table is come back to: whatever was due goes on. */
  resume(): void;
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** The table is set for a local game and looked at. */
let isOnTable = false;

export const useLocalGame = create<LocalGameStore>()((set, get) => {
  function send(event: LocalEvent): void {
    const before = get().game;
    const game = step(before, event);
    if (game === before) return;
    set({ game });
    storage.write('currentGameState', serialise(game));
    if (game.state.moves.length > before.state.moves.length) {
      announceMove(game.state, { own: humanSide(game), nameOf: (side) => sideName(game, side) });
      explainNearMiss(nearMisses(game.state));
    }
    if (game.phase === 'over') clearScreen();
    if (game.phase === 'reported' && before.phase === 'over') recordGame(game);
    schedule(game);
  }

  /** Each phase that ends by itself has one timer; every step replaces it. */
  function schedule(game: LocalGame): void {
    clearTimeout(timer);
    if (game.phase === 'thinking') timer = setTimeout(() => void reply(game), AI_MOVE_DELAY);
    if (game.phase === 'over') timer = setTimeout(() => send({ type: 'report' }), LOCAL_WIN_REPORT_DELAY);
    if (game.phase === 'countdown') {
      play('tick');
      timer = setTimeout(() => send({ type: 'tick', id: newId() }), TICK);
    }
  }

  async function reply(game: LocalGame): Promise<void> {
    const position = await computerMove(game.state, game.difficulty);
    // While a worker thought, another game may have begun.
    if (get().game === game) send({ type: 'reply', position });
  }

  const { difficulty } = usePreferences.getState();
  return {
    game: parse(storage.read('currentGameState')) ?? newGame(newId(), 'ai', difficulty),
    discarding: null,
    discardFor(then) {
      const { state } = get().game;
      if (isOnTable && state.moves.length > 0 && !state.outcome) set({ discarding: then });
      else then();
    },
    answerDiscard(isDiscarded) {
      const { discarding } = get();
      set({ discarding: null });
      if (isDiscarded) discarding?.();
    },
    press(position) {
      const { game } = get();
      const moveError = moveErrorAt(game, position);
      if (moveError === null) return send({ type: 'press', position });
      explainMoveError(moveError, sideName(game, sideToMove(game.state)));
    },
    start(mode) {
      // A game that has just ended is reported, even where the player does not wait for it.
      send({ type: 'report' });
      send({ type: 'new', id: newId(), mode, difficulty: usePreferences.getState().difficulty });
    },
    startRematch: () => send({ type: 'rematch' }),
    close: () => send({ type: 'close' }),
    leave() {
      isOnTable = false;
      clearTimeout(timer);
      send({ type: 'report' });
    },
    resume() {
      isOnTable = true;
      const { game, start } = get();
      // Another user signed in on this device: their storage was emptied, the game of the last one is not theirs.
      const kept = storage.read('currentGameState') !== null;
      if (kept || game.state.moves.length === 0) schedule(game);
      else start(game.mode);
    },
  };
});

onScreenCleared(() => useLocalGame.setState({ discarding: null }));

// A kept game decides what the table is set for.
useMode.setState({ mode: useLocalGame.getState().game.mode });

// A player who chooses a local mode, or comes back to one, finds a new game (docs/spec/play.md#play-4.2).
useMode.subscribe(({ mode }, before) => {
  if (mode !== before.mode && mode !== 'online') useLocalGame.getState().start(mode);
});
