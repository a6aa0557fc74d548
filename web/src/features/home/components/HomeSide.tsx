import type { User } from '@fifteen/contract';
import { KeepProgress } from '@/features/auth/index.ts';
import { ComputerRecord } from '@/features/local-game/index.ts';
import { RulesCard } from '@/features/rules/index.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { StatsCard } from './StatsCard.tsx';

/** What stands under the modes: first what invites, then what is only looked up. */
export function HomeSide({ user }: { user: User }) {
  return (
    <>
      <FirstSteps user={user} />
      {user.isGuest && <KeepProgress user={user} />}
      <StatsCard user={user}>
        <ComputerRecord />
      </StatsCard>
      <RulesCard />
    </>
  );
}
