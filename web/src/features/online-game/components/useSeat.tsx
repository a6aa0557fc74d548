import type { Participant, PlayerInfo, User } from '@fifteen/contract';
import { isBot, type Side } from '@fifteen/domain';
import { Bot, UserRound } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { useFormat } from '@/lib/i18n/format.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import type { Seat } from '@/components/game-view/PlayerStrip.tsx';
import { winnerOf } from '../model/ending.ts';
import { isAutoPlayed, type OnlineGame, playerAt, sideOf, turnOf } from '../model/onlineGame.ts';
import { nameOf } from '../model/notifications.ts';
import { useOnlineGame } from '../model/store.ts';
import { OfflineTimer } from './TurnClock.tsx';
import styles from './Online.module.css';

const PlayerRecord = lazyComponent(
  async () => (await loadWithLaterTexts(import('./PlayerRecord.tsx'))).PlayerRecord,
);

/** Returns the function that opens a player's profile; undefined for a bot. */
export const profileOf = (userId: string): (() => void) | undefined =>
  isBot(userId) ? undefined : () => usePlayerCard.getState().open(userId);

/** Returns picture and tag of a bot; nothing for a player. */
export const botSeat = (userId: string, label: string): Pick<Seat, 'icon' | 'tag'> =>
  isBot(userId) ? { icon: <Bot />, tag: label } : {};

/**
 * Returns a function for the player and the caption of a side. `otherPlayer`: before the game, the other player of the room;
 * null while that seat is free, undefined without a room.
 */
export function useSeat(
  onlineGame: OnlineGame | null,
  user: User,
  otherPlayer?: Participant | null,
): (side: Side) => Seat {
  const { t } = useTranslation();
  const format = useFormat();
  const turn = onlineGame && turnOf(onlineGame);
  const seating = useOnlineGame((store) => store.seating);

  function caption(game: OnlineGame, side: Side): ReactNode {
    const own = sideOf(game.game, user.id) === side;
    const winner = winnerOf(game);
    if (game.phase !== 'playing') {
      if (winner) return t(winner === side ? 'gameView.winner' : 'gameView.over');
      return t(game.confirmedState.outcome ? 'gameView.draw' : 'gameView.over');
    }
    const since = game.offline[playerAt(game.game, side)];
    if (!own && since !== undefined) return <OfflineTimer since={since} />;
    if (isAutoPlayed(game.game, side)) return t('onlineGame.autoPlaying');
    const isNew = own && seating?.gameId === game.game.id && game.confirmedState.moves.length < 2;
    const seat = isNew && t(`onlineGame.seat.${seating.how}`, { side });
    if (turn !== side) return seat || t('gameView.waiting');
    if (!own) return t('onlineGame.choosing');
    if (!seat) return t('gameView.yourTurn');
    // On the smallest phones, the clock in this strip alone shows whose turn it is.
    return (
      <>
        <span className={styles.turn}>{t('gameView.yourTurn')} · </span>
        {seat}
      </>
    );
  }

  function stake(bet: number): ReactNode {
    if (bet === 0) return t('matchmaking.friendly');
    return (
      <>
        <span className="sr-only">{t('rooms.bet')}</span>
        <Coin className="size-3.5" />
        {format.short(bet)}
      </>
    );
  }

  function levelTag({ userId, level }: PlayerInfo): ReactNode {
    return (
      <>
        {t('home.level', { level })}
        <Suspense>
          <PlayerRecord userId={userId} />
        </Suspense>
      </>
    );
  }

  function lobbySeat(side: Side): Seat {
    type Occupant = Omit<Seat, 'side' | 'active'>;
    const own: Occupant = {
      name: user.displayName,
      picture: user.profileImageUrl,
      cosmetics: user,
      caption: t('onlineGame.ready'),
      onProfile: profileOf(user.id),
    };
    const emptySeat: Occupant = {
      name: t('onlineGame.noOpponent'),
      icon: <UserRound />,
      caption: t(otherPlayer === undefined ? 'onlineGame.noOpponentText' : 'onlineGame.inviteText'),
    };
    const other: Occupant = otherPlayer
      ? {
          name: otherPlayer.user.displayName,
          picture: otherPlayer.user.profileImageUrl,
          cosmetics: otherPlayer.user,
          ...botSeat(otherPlayer.userId, t('home.mode.ai')),
          caption: t(otherPlayer.awaySince ? 'onlineGame.away' : 'onlineGame.ready'),
          onProfile: profileOf(otherPlayer.userId),
        }
      : emptySeat;
    return { ...(side === 'X' ? own : other), side, active: false };
  }

  return (side) => {
    if (!onlineGame) return lobbySeat(side);
    const info = side === 'X' ? onlineGame.game.playerXInfo : onlineGame.game.playerOInfo;
    return {
      side,
      name: nameOf(onlineGame.game, side),
      picture: info?.profileImageUrl,
      cosmetics: info ?? undefined,
      ...(sideOf(onlineGame.game, user.id) === side && { tag: stake(onlineGame.game.betAmount) }),
      ...(info && sideOf(onlineGame.game, user.id) !== side && { tag: levelTag(info) }),
      ...botSeat(playerAt(onlineGame.game, side), t('home.mode.ai')),
      caption: caption(onlineGame, side),
      won: onlineGame.phase !== 'playing' && winnerOf(onlineGame) === side,
      active: turn === side,
      onProfile: profileOf(playerAt(onlineGame.game, side)),
    };
  };
}
