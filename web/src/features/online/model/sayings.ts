import type { Game } from '@fifteen/contract';
import { OPPONENT_LEFT_SWITCH } from '@fifteen/contract/constants';
import { opponentOf, type Side } from '@fifteen/rules';
import { announce } from '@/a11y/announcer.ts';
import { t } from '@/i18n/i18n.ts';
import { explainError } from '@/lib/errors.ts';
import { showAlert } from '@/state/alert.ts';
import { explainRefusal } from '@/table/refusals.ts';
import { toast, useToast } from '@/ui/toast.ts';
import { type Online, type OnlineGame, type refusalAt, sideOf, turnOf } from './onlineGame.ts';

/** How a player is called; a bot's card and a person's look alike here. */
export function nameOf(game: Game, side: Side): string {
  const info = side === 'X' ? game.playerXInfo : game.playerOInfo;
  return info?.displayName || t('online.player', { side });
}

/** Whose turn it is, at the start and after coming back. */
export function sayTurn(table: OnlineGame, me: string): void {
  const turn = turnOf(table);
  if (!turn) return;
  const own = turn === sideOf(table.game, me);
  announce(own ? t('table.yourTurn') : t('table.turnOf', { name: nameOf(table.game, turn) }));
}

const codes = { 'not-ready': 'GAME_NOT_READY', 'not-a-player': 'NOT_A_PLAYER' };

/** Why a press changed nothing (core-of-play 5). */
export function tellRefusal({ me, table }: Online, refusal: NonNullable<ReturnType<typeof refusalAt>>): void {
  if (refusal === 'not-ready' || refusal === 'not-a-player') {
    const { title, text } = explainError({ code: codes[refusal] });
    return toast({ title, description: text });
  }
  if (!table) return;
  const side = opponentOf(sideOf(table.game, me) ?? 'X');
  explainRefusal(refusal, nameOf(table.game, side));
}

/** An error of the server's; where the catalogue has no title for it, under the caller's (core-of-play 8). */
function entitled(error: unknown, titleKey: string): { title: string; text: string } {
  const { title, text } = explainError(error);
  return { title: title === t('errors.title') ? t(titleKey) : title, text };
}

export function tellFailure(error: unknown, titleKey = 'errors.title'): void {
  const { title, text } = entitled(error, titleKey);
  toast({ title, description: text, tone: 'error' });
}

/** What the server refused of a game, over everything (core-of-play 8: socket error events open a dialog). */
export const alertFailure = (error: unknown, titleKey: string): void =>
  showAlert({ type: 'error', ...entitled(error, titleKey) });

/** "Match Found" stays readable for so long before "Game Started" takes its place. */
const MATCH_READ_MS = 2_000;
let matchedAt = -Infinity;

export function sayMatched(): void {
  matchedAt = Date.now();
  toast({ title: t('online.matched'), description: t('online.matchedText'), tone: 'ok' });
}

/** @param seat the own side, and whether it was drawn by lot or swapped after the last game */
export function sayStarted(seat: { side: Side; how: 'drawn' | 'swapped' } | null): void {
  const drawn = seat && t(`online.seat.${seat.how}`, { side: seat.side });
  const say = (): void =>
    toast({
      title: t('online.started'),
      description: [t('online.startedText'), drawn].filter(Boolean).join(' '),
      tone: 'ok',
    });
  const shown = useToast.getState().current?.title === t('online.matched');
  const wait = shown ? matchedAt + MATCH_READ_MS - Date.now() : 0;
  if (wait > 0) setTimeout(say, wait);
  else say();
}

export const sayReconnected = (): void => toast({ title: t('online.reconnected'), tone: 'ok' });

/** Announces that the table is about to be set for a game against the computer. */
export const saySwitching = (): void =>
  toast({ title: t('online.switching', { count: OPPONENT_LEFT_SWITCH / 1000 }), ms: OPPONENT_LEFT_SWITCH });

/** What leaving has cost. */
export function sayLeft({ game, phase }: OnlineGame): void {
  const lost = phase === 'playing' && game.betAmount > 0;
  toast({
    title: t('online.left'),
    description: lost ? t('online.lost', { count: game.betAmount }) : undefined,
  });
}

export const sayExpired = (): void =>
  toast({ title: t('online.expired'), description: t('online.expiredText'), tone: 'error' });

/** The red notice of an abandoned game (core-of-play 4). */
export const sayEnded = (): void =>
  toast({ title: t('online.ended'), description: t('online.endedText'), tone: 'error' });

export const sayRoomEnded = (): void =>
  toast({ title: t('online.ended'), description: t('online.roomEndedText') });
