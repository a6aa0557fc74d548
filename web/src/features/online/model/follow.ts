import { OPPONENT_LEFT_SWITCH } from '@fifteen/contract/constants';
import { nearMisses } from '@fifteen/rules';
import { refreshUser } from '@/lib/session.ts';
import { closeAlert } from '@/state/alert.ts';
import { useOverlay } from '@/state/overlay.ts';
import { usePreferences } from '@/state/preferences.ts';
import { useProfile } from '@/state/profile.ts';
import { explain, tellMove } from '@/table/narrate.ts';
import { dismissAbout } from '@/ui/toast.ts';
import { isAlone } from './ending.ts';
import { type Online, type OnlineGame, shownState, sideOf } from './onlineGame.ts';
import { nameOf, sayTurn } from './sayings.ts';

/** The winning line is drawn (420 ms) and seen before the result covers the board. */
const SHOW_AFTER = 700;

/** What is due by itself: the result; the way back to the computer after the opponent has left. */
export type Due = 'show' | 'switch';

let timer: ReturnType<typeof setTimeout> | undefined;

/** Makes heard and seen what a step of the table changed: moves, the end, the result that is due. */
export function follow(before: Online, { me, table }: Online, due: (what: Due) => void): void {
  const last = before.table?.game.id === table?.game.id ? before.table : null;
  if (table && last) tellProgress(last, table, me);
  if (table?.phase === 'playing' && !last) {
    sayTurn(table, me);
    // The bet lies on the table now.
    void refreshUser();
  }
  // Who one plays with is looked at while the game is on (core-of-play 4); then the result has the screen.
  if (last?.phase === 'playing' && table?.phase !== 'playing') {
    useProfile.getState().close();
    useOverlay.getState().hide();
    closeAlert();
    dismissAbout('board');
  }
  if (table?.phase === last?.phase && isLeftAlone(table, me) === isLeftAlone(last, me)) return;
  clearTimeout(timer);
  if (table?.phase === 'ended') timer = setTimeout(() => due('show'), SHOW_AFTER);
  if (isLeftAlone(table, me)) timer = setTimeout(() => due('switch'), OPPONENT_LEFT_SWITCH);
  if (table?.phase === 'shown' && last && last.phase !== 'shown' && last.phase !== 'closed') {
    void refreshUser();
    usePreferences.getState().countGame();
  }
}

/** The result says that the opponent left; nobody is there to be looked at any longer. */
const isLeftAlone = (table: OnlineGame | null, me: string): boolean =>
  table?.phase === 'shown' && isAlone(table, me);

function tellProgress(before: OnlineGame, after: OnlineGame, me: string): void {
  const state = shownState(after);
  // Of several moves at once (after a reconnection) only the last is told.
  if (state.moves.length <= shownState(before).moves.length) return;
  tellMove(state, { own: sideOf(after.game, me), nameOf: (side) => nameOf(after.game, side) });
  explain(nearMisses(state));
}
