import type { User } from '@fifteen/contract';
import { KeepProgress } from '@/features/auth/index.ts';
import { ComputerRecord } from '@/features/local-game/index.ts';
import { RulesCard } from '@/features/rules/index.ts';
import { StatsCard } from './StatsCard.tsx';

/** The cards beside or below the table. A newcomer reads the rules first; statistics come with games. */
export function HomeSide({ user }: { user: User }) {
  const newcomer = user.totalGames === 0;
  return (
    <>
      {user.isGuest && <KeepProgress user={user} />}
      {newcomer && <RulesCard user={user} />}
      <StatsCard user={user}>
        <ComputerRecord />
      </StatsCard>
      {!newcomer && <RulesCard user={user} />}
    </>
  );
}
