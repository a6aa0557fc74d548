import { nearMisses, opponentOf, type Side } from '@fifteen/domain';
import { t } from 'i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { requestNavigation } from '@/lib/navigation.ts';
import { refreshUser } from '@/entities/session/session.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { clearScreen } from '@/lib/state/screen.ts';
import { useTurn } from '@/lib/state/turn.ts';
import { explainNearMiss, announceMove, announceWin } from '@/components/game-view/announceMove.ts';
import { endingOf, isAlone } from './ending.ts';
import { type Online, type OnlineGame, playerAt, shownState, sideOf, turnOf } from './onlineGame.ts';
import { nameOf, notifyTurn } from './notifications.ts';
import { refreshRecords } from './records.ts';
import { startSwitch } from './switchToComputer.ts';

/** Delay of the result, during which the winning line is drawn (420 ms); milliseconds (ADR 34). */
const LINE_SEEN = 700;

/** Delayed steps: the result, and the switch to the computer after the opponent left. */
export type Due = 'show' | 'switch';

let resultTimer: ReturnType<typeof setTimeout> | undefined;
let stopSwitch: (() => void) | undefined;

/** Plays sounds, announces, and schedules what an event changed: moves, the end, the result. */
export function applyEffects(before: Online, { me, onlineGame }: Online, due: (what: Due) => void): void {
  useTurn.setState({
    isOwn:
      onlineGame !== null &&
      turnOf(onlineGame) !== null &&
      turnOf(onlineGame) === sideOf(onlineGame.game, me),
  });
  const isOther = onlineGame !== null && onlineGame.game.id !== before.onlineGame?.game.id;
  const last = isOther ? null : before.onlineGame;
  if (onlineGame && last) {
    announceProgress(last, onlineGame, me);
    announcePresence(last, onlineGame, me);
  }
  if (onlineGame?.phase === 'playing' && !last) onGameStarted(onlineGame, me);
  // The opponent's profile can stay open during the game (docs/spec/play.md#play-4.1); at the end the result has the
  // screen.
  if (last?.phase === 'playing' && onlineGame?.phase !== 'playing') clearScreen();
  if (onlineGame?.phase === last?.phase) return;
  cancelDue();
  if (onlineGame?.phase === 'ended')
    resultTimer = setTimeout(() => due('show'), lineOf(onlineGame) ? LINE_SEEN : 0);
  if (onlineGame?.phase === 'closed' && isAlone(onlineGame, me))
    stopSwitch = startSwitch(() => due('switch'));
  if (onlineGame?.phase === 'shown' && last && last.phase !== 'shown' && last.phase !== 'closed') {
    void refreshUser();
    refreshRecords();
    if (sideOf(onlineGame.game, me)) usePreferences.getState().countGame();
  }
}

/** Cancels the delayed steps: the game has left the screen, or is in another phase. */
export function cancelDue(): void {
  clearTimeout(resultTimer);
  stopSwitch?.();
}

const lineOf = ({ confirmedState }: OnlineGame) => confirmedState.outcome?.winningPositions;

/** Leads the player to the board from any page or dialog: the turn clock is running. */
function onGameStarted(onlineGame: OnlineGame, me: string): void {
  clearScreen();
  requestNavigation('/');
  notifyTurn(onlineGame, me);
  // The server has taken the bet, and by now has counted the game before.
  void refreshUser();
  refreshRecords();
}

/** Announces that the opponent is offline or back, which only a caption shows. */
function announcePresence(before: OnlineGame, after: OnlineGame, me: string): void {
  const own = sideOf(after.game, me);
  if (own === null || after.phase !== 'playing') return;
  const side = opponentOf(own);
  const isAway = (game: OnlineGame) => playerAt(game.game, side) in game.offline;
  if (isAway(before) === isAway(after)) return;
  announce(t(isAway(after) ? 'onlineGame.isAway' : 'onlineGame.isBack', { name: nameOf(after.game, side) }));
}

function announceProgress(before: OnlineGame, after: OnlineGame, me: string): void {
  const state = shownState(after);
  const perspective = { own: sideOf(after.game, me), nameOf: (side: Side) => nameOf(after.game, side) };
  // A game that a player left has no last move that would announce its end.
  if (!state.outcome && before.phase === 'playing' && after.phase !== 'playing') {
    const { winner } = endingOf(after, me);
    if (!winner) return;
    const loser = opponentOf(winner);
    const reason =
      loser === perspective.own
        ? t('onlineGame.youLeft')
        : t('onlineGame.opponentLeft', { name: nameOf(after.game, loser) });
    return announceWin(winner, perspective, { reasons: [reason], sound: 'win3' });
  }
  // Of several moves at once (after a reconnection), only the last is announced.
  if (state.moves.length <= shownState(before).moves.length) return;
  announceMove(state, perspective);
  explainNearMiss(nearMisses(state));
}
