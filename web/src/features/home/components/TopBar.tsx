import type { User } from '@fifteen/contract';
import { Crown, Flame, Percent, Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Coin } from '@/components/brand/Coin.tsx';
import { Emblem } from '@/components/brand/Emblem.tsx';
import { Wordmark } from '@/components/brand/Wordmark.tsx';
import { useFormat } from '@/lib/i18n/format.ts';
import { avatarOf } from '@/entities/player/player.ts';
import { Avatar } from '@/components/ui/Avatar.tsx';
import { Badge } from '@/components/ui/Badge.tsx';

interface TopBarProps {
  user: User;
  /** The state of the connection. */
  network: ReactNode;
  menu: ReactNode;
  /** Opens the own profile (docs/spec/play.md#play-2.4). */
  onProfile: () => void;
  onLeaderboard: () => void;
}

/** The sticky bar: the product, the player, their record and their coins. */
export function TopBar({ user, network, menu, onProfile, onLeaderboard }: TopBarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { wins, losses, currentWinStreak } = user;
  return (
    <header className="full-bleed sticky inset-bs-0 z-30 [@media(height<320px)]:static border-be border-(--border-subtle) bg-bg">
      <div className="relative mx-auto flex min-h-14 max-w-(--page) flex-wrap items-center gap-1 px-2 min-[360px]:gap-2 min-[360px]:px-3 tablet:min-h-16 tablet:gap-4 tablet:px-8 [@media(orientation:landscape)_and_(height<500px)]:min-h-12!">
        <Brand />
        <div className="flex min-w-0 flex-[1_1_5.5rem] items-center gap-2 tablet:gap-4">
          <button
            type="button"
            aria-label={t('home.ownProfile')}
            onClick={onProfile}
            className="grid shrink-0 rounded-chip after:absolute after:inset-0 after:cursor-pointer"
          >
            <Avatar {...avatarOf(user)} size={40} animated eager />
          </button>
          <div className="grid min-w-0">
            <span className="flex min-w-0 flex-wrap items-center gap-x-2">
              {/* At least six letters: with large text, the badge wraps below the name instead of replacing it. */}
              <span
                dir="auto"
                className="max-w-max grow basis-[6ch] truncate font-display text-14 font-semibold tablet:text-16"
              >
                {user.displayName}
              </span>
              <Badge className="whitespace-nowrap max-tablet:hidden">
                {t('home.level', { level: user.level })}
              </Badge>
            </span>
            <span className="flex min-w-0 items-center gap-2 text-13 text-muted">
              <span className="relative z-10 inline-flex shrink-0 tablet:min-w-0 tablet:shrink">
                {network}
              </span>
              {/* Beside the word for a weak connection it would be cut off. */}
              <span className="truncate tablet:hidden max-[430px]:[:has(>[data-weak])~&]:hidden">
                {t('home.level', { level: user.level })}
              </span>
            </span>
          </div>
        </div>
        <dl className="hidden flex-wrap items-center gap-x-3 tablet:flex desktop:gap-x-6">
          <Figure icon={<Trophy />} label={t('home.wins')} value={format.short(wins, 10_000)} />
          <Figure icon={<Flame />} label={t('home.streak')} value={format.short(currentWinStreak)} />
          <Figure icon={<Percent />} label={t('home.rate')} value={format.rate(wins, wins + losses)} />
        </dl>
        <p
          data-coins
          className="numeral flex shrink-0 items-center gap-1.5 rounded-chip bg-surface px-2 py-1.5 text-14 font-semibold tablet:gap-2 tablet:px-3"
        >
          <Coin className="size-5" />
          <span className="sr-only">{t('home.coins')}</span>
          {format.short(user.coins, 10_000)}
        </p>
        <button
          type="button"
          aria-label={t('home.leaderboard')}
          onClick={onLeaderboard}
          className="relative z-10 -mx-1 grid size-[44px] shrink-0 place-items-center rounded-control text-text transition-colors hover:bg-surface"
        >
          <Crown aria-hidden size={22} />
        </button>
        <span className="relative z-10 shrink-0">{menu}</span>
      </div>
    </header>
  );
}

/** The name of the product, its logo in a narrow bar, or nothing on the smallest phones. */
function Brand() {
  return (
    <Link
      to="/"
      aria-label="Fifteen"
      className="relative z-10 -mx-2 flex min-h-11 shrink-0 items-center gap-2.5 rounded-control px-2 text-text max-[379px]:hidden min-[960px]:me-4"
    >
      <Emblem className="size-7 tablet:size-8" />
      <Wordmark className="h-4 max-[959px]:hidden" />
    </Link>
  );
}

function Figure({ icon, label, value }: { icon: ReactNode; label: string; value: string }) {
  return (
    <div className="flex items-center gap-1.5 whitespace-nowrap desktop:gap-2">
      <span aria-hidden className="text-muted max-desktop:hidden [&>svg]:size-4">
        {icon}
      </span>
      <dt className="text-13 text-muted">{label}</dt>
      <dd className="numeral text-14 font-semibold">{value}</dd>
    </div>
  );
}
