import type { Game } from '@fifteen/contract';
import { OPPONENT_LEFT_SWITCH } from '@fifteen/contract/constants';
import { opponentOf, type Side } from '@fifteen/domain';
import { type ParseKeys, t } from 'i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { explainError } from '@/lib/errors.ts';
import { loadLaterTexts } from '@/lib/i18n/i18n.ts';
import { knownParticipants, useRoom } from '@/entities/room/room.ts';
import { play } from '@/lib/sound/sound.ts';
import { showAlert } from '@/lib/state/alert.ts';
import { dismissBack } from '@/lib/state/network.ts';
import { explainMoveError } from '@/components/game-view/moveErrors.ts';
import { toast, useToast } from '@/lib/toast.ts';
import { type Online, type OnlineGame, type moveErrorAt, sideOf, turnOf } from './onlineGame.ts';
import { rematchOpponent } from './rematchOpponent.ts';

/** Returns the name of a player; a bot has a generic one. */
export function nameOf(game: Game, side: Side): string {
  const info = side === 'X' ? game.playerXInfo : game.playerOInfo;
  return info?.displayName || t('onlineGame.player', { side });
}

/** Announces whose turn it is when a game starts or the page was reloaded; a sound calls the player to an own turn. */
export function notifyTurn(onlineGame: OnlineGame, me: string): void {
  const turn = turnOf(onlineGame);
  if (!turn) return;
  const own = turn === sideOf(onlineGame.game, me);
  announce(own ? t('gameView.yourTurn') : t('gameView.turnOf', { name: nameOf(onlineGame.game, turn) }));
  if (own) play('turn');
}

const codes = { 'not-ready': 'GAME_NOT_READY', 'not-a-player': 'NOT_A_PLAYER' };

/** Shows why a press was no move (docs/spec/play.md#play-5.1). */
export function notifyMoveError(
  { me, onlineGame }: Online,
  moveError: NonNullable<ReturnType<typeof moveErrorAt>>,
): void {
  if (moveError === 'not-ready' || moveError === 'not-a-player') {
    const { title, text } = explainError({ code: codes[moveError] });
    return toast({ title, description: text });
  }
  if (!onlineGame) return;
  if (moveError === 'not-active' && onlineGame.phase !== 'playing') return notifyOver(onlineGame, me);
  const side = opponentOf(sideOf(onlineGame.game, me) ?? 'X');
  explainMoveError(moveError, nameOf(onlineGame.game, side));
}

/** Explains how to continue after a finished game, since its board cannot start the next one. */
function notifyOver(onlineGame: OnlineGame, me: string): void {
  const { room } = useRoom.getState();
  const opponent = rematchOpponent(onlineGame, me, room, knownParticipants(room));
  const show = (key: ParseKeys) => toast({ title: t('gameView.over'), description: t(key), about: 'board' });
  if (!opponent) void loadLaterTexts().then(() => show('rooms.start.bot'));
  else show(opponent.isGone ? 'onlineGame.over.alone' : 'onlineGame.over.again');
}

/** Shows an error of the server in a toast. */
export function notifyFailure(error: unknown): void {
  const { title, text } = explainError(error);
  toast({ title, description: text, tone: 'error' });
}

/**
 * Shows an error about a game in a dialog, under the title of docs/spec/play.md#play-8.3. `fallback`: the text for an
 * error without a clear cause.
 */
export function showFailureAlert(error: unknown, titleKey: ParseKeys, fallback?: ParseKeys): void {
  const { text } = explainError(error);
  const isUnclear = text === t('errors.generic');
  showAlert({ type: 'error', title: t(titleKey), text: isUnclear && fallback ? t(fallback) : text });
}

/** "Match Found" stays for this long before "Game Started" replaces it. */
const MATCH_READ_MS = 2_000;
let matchedAt = -Infinity;

export function notifyMatched(): void {
  matchedAt = Date.now();
  toast({
    title: t('onlineGame.matched'),
    description: t('onlineGame.matchedText'),
    tone: 'ok',
    about: 'match',
  });
}

/**
 * Says that a game has started, unless it is over by the time that "Match Found" was read.
 * @param seat the own side, and whether it was drawn by lot or swapped after the last game
 */
export function notifyStarted(
  seat: { side: Side; how: 'drawn' | 'swapped' } | null,
  isRunning: () => boolean,
): void {
  const drawn = seat && t(`onlineGame.seat.${seat.how}`, { side: seat.side });
  const say = (): void => {
    if (!isRunning()) return;
    toast({
      title: t('onlineGame.started'),
      description: [t('onlineGame.startedText'), drawn].filter(Boolean).join(' '),
      tone: 'ok',
      about: 'board',
    });
  };
  const shown = useToast.getState().current?.title === t('onlineGame.matched');
  const wait = shown ? matchedAt + MATCH_READ_MS - Date.now() : 0;
  if (wait > 0) setTimeout(say, wait);
  else say();
}

export function notifyReconnected(): void {
  dismissBack();
  toast({ title: t('onlineGame.reconnected'), tone: 'ok', brief: true, ms: 2_500 });
}

/** Announces the switch to a game against the computer. */
export const notifySwitching = (): void =>
  toast({
    title: t('onlineGame.switching', { count: OPPONENT_LEFT_SWITCH / 1000 }),
    ms: OPPONENT_LEFT_SWITCH,
  });

/** Shows the coins that leaving lost. */
export function notifyLeft({ game, phase }: OnlineGame): void {
  const lost = phase === 'playing' && game.betAmount > 0;
  toast({
    title: t('onlineGame.left'),
    description: lost ? t('onlineGame.lost', { count: game.betAmount }) : undefined,
  });
}

export const notifyExpired = (): void =>
  toast({ title: t('onlineGame.expired'), description: t('onlineGame.expiredText'), tone: 'error' });

/** Shows the red notice of an abandoned game (docs/spec/play.md#play-4.6). */
export const notifyEnded = (): void =>
  toast({ title: t('onlineGame.ended'), description: t('onlineGame.endedText'), tone: 'error' });

/**
 * Says that the room was closed. `gameId`: its last game; null without one. A player in a game on this device
 * (`isOnline` is false) stays in it.
 */
export const notifyRoomEnded = (gameId: string | null, isOnline: boolean): void =>
  toast({
    title: t(isOnline && gameId !== null ? 'onlineGame.ended' : 'onlineGame.roomEnded'),
    description: isOnline ? t('onlineGame.roomEndedText') : undefined,
  });
