import { opponentOf, toBoard } from '@fifteen/domain';
import { Link } from 'react-router';
import { useTranslation } from 'react-i18next';
import { MiniBoard } from '@/components/board/MiniBoard.tsx';
import { Coin } from '@/components/brand/Coin.tsx';
import { useFormat } from '@/lib/i18n/format.ts';
import { lineNames } from '@/components/game-view/announceMove.ts';
import { Avatar } from '@/components/ui/Avatar.tsx';
import { cx } from '@/components/ui/cx.ts';
import { playerIcon } from './playerIcon.tsx';
import { coinsOf, type FinishedGame, type Player, resultOf } from '../model/finished.ts';

const tones = { won: 'text-ok', lost: 'text-danger', draw: 'text-text', over: 'text-text' } as const;
const WEEK = 7 * 24 * 3_600_000;

/** Returns the result in a word: "Won", or the winner in a game of two players on one device. */
function useResult(): (game: FinishedGame) => string {
  const { t } = useTranslation();
  return (game) => {
    const result = resultOf(game);
    if (result === 'over' && game.winner)
      return t('localGame.wins', { name: game.players[game.winner].name });
    return t(`gameHistory.${result}`);
  };
}

/** Returns how the game ended: the name of the line, or who left. */
function useReason(): (game: FinishedGame) => string {
  const { t } = useTranslation();
  return ({ state: { outcome }, ending, winner, own, players }) => {
    if (outcome?.winner) return lineNames(outcome.winningPositions).join(' · ');
    if (ending === 'draw') return t('gameHistory.full');
    if (!winner) return t('gameHistory.broken');
    const leaver = opponentOf(winner);
    return leaver === own ? t('gameHistory.youLeft') : t('gameHistory.left', { name: players[leaver].name });
  };
}

/** A summary of a finished game; it opens the review. */
export function GameCard({ game, now }: { game: FinishedGame; now: Date }) {
  const { t } = useTranslation();
  const result = useResult();
  const reason = useReason();
  const opponent = game.players[opponentOf(game.own ?? 'X')];
  const { state } = game;
  return (
    <Link
      to={`/games/${game.id}`}
      className="grid h-full grid-cols-[clamp(88px,29vw,112px)_minmax(0,1fr)] items-center gap-4 rounded-card border border-(--border-subtle) bg-surface p-3 transition-colors hover:border-line tablet:grid-cols-[136px_minmax(0,1fr)]"
    >
      <MiniBoard board={toBoard(state)} winning={state.outcome?.winningPositions ?? null} />
      <span className="grid gap-1.5">
        <span className="flex flex-wrap items-center justify-between gap-x-3">
          <span className={cx('font-display font-semibold', tones[resultOf(game)])}>{result(game)}</span>
          <Stake game={game} />
        </span>
        <Opponent player={opponent} />
        <span className="text-13 text-muted">{reason(game)}</span>
        <span className="flex flex-wrap gap-x-2 text-13 text-muted">
          <span>{t('gameHistory.moves', { count: state.moves.length })}</span>
          {game.endedAt && <RelativeTime at={game.endedAt} now={now} />}
        </span>
      </span>
    </Link>
  );
}

function Opponent({ player }: { player: Player }) {
  const { name, picture, style } = player;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar
        name={name}
        src={picture}
        frame={style?.activeFrameId}
        border={style?.selectedAchievementBorder}
        icon={playerIcon(player, 32)}
        size={32}
        className="ms-0.5"
      />
      <span className="line-clamp-2 text-14 leading-tight font-semibold wrap-anywhere">{name}</span>
    </span>
  );
}

/** The result of the bet: coins won or lost, or friendly. */
function Stake({ game }: { game: FinishedGame }) {
  const { t } = useTranslation();
  const format = useFormat();
  const coins = coinsOf(game);
  if (!game.online) return null;
  if (game.bet === 0) return <span className="text-13 text-muted">{t('gameHistory.friendly')}</span>;
  return (
    <span dir="ltr" className="numeral flex items-center gap-1.5 text-14 font-semibold">
      {`${coins > 0 ? '+' : coins < 0 ? '−' : '±'}${format.short(Math.abs(coins), 10_000)}`}
      <Coin className="size-4 shrink-0" />
      <span className="sr-only">{t('gameHistory.coins')}</span>
    </span>
  );
}

/** "2 hours ago" for a week, then the date. */
function RelativeTime({ at, now }: { at: Date; now: Date }) {
  const format = useFormat();
  const recent = now.getTime() - at.getTime() < WEEK;
  return <time dateTime={at.toISOString()}>{recent ? format.ago(at, now) : format.date(at)}</time>;
}
