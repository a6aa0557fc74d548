import type { User } from '@fifteen/contract';
import { KeepProgress } from '@/features/auth/index.ts';
import { ComputerRecord } from '@/features/local-game/index.ts';
import { RulesCard } from '@/features/rules/index.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { InstallHint } from './InstallHint.tsx';
import { StatsCard } from './StatsCard.tsx';

/** The cards below the modes: actions first, then information. */
export function HomeSide({ user }: { user: User }) {
  return (
    <>
      <FirstSteps user={user} />
      {user.isGuest && <KeepProgress user={user} />}
      <InstallHint />
      <StatsCard user={user}>
        <ComputerRecord />
      </StatsCard>
      <RulesCard />
    </>
  );
}
