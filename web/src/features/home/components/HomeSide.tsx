import type { User } from '@fifteen/contract';
import { KeepProgress } from '@/features/auth/components/KeepProgress.tsx';
import { ComputerRecord } from '@/features/local-game/components/ComputerRecord.tsx';
import { StatsCard } from './StatsCard.tsx';
import { RulesCard } from '@/features/rules/components/RulesCard.tsx';

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
