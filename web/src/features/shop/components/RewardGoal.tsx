import { Gift } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLocalGame } from '@/features/local-game/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { useMode } from '@/lib/state/mode.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import styles from './Shop.module.css';

interface RewardGoalProps {
  /** The reward that grants the item; one of a newer server has no words here. */
  reward: string;
  /** Id of the item's name. */
  describedBy: string;
}

const known = ['tutorial', 'first_online_game', 'review'] as const;

/** How an item is earned, and the way there. */
export function RewardGoal({ reward, describedBy }: RewardGoalProps) {
  const { t } = useTranslation();
  const go = useGoals();
  const goal = known.find((one) => one === reward);
  if (!goal) return null;
  return (
    <>
      <p className="flex items-start gap-1.5 text-14 leading-snug font-semibold">
        <Gift aria-hidden size={16} className="mbs-0.5 shrink-0 text-accent" />
        {t(`rewards.goals.${goal}.text`)}
      </p>
      <Button variant="primary" aria-describedby={describedBy} className={styles.action} onClick={go[goal]}>
        {t(`rewards.goals.${goal}.go`)}
      </Button>
    </>
  );
}

function useGoals(): Record<(typeof known)[number], () => void> {
  const navigate = useNavigate();
  const show = useOverlay((store) => store.show);
  // An online game replaces a game on this device.
  const discardFor = useLocalGame((store) => store.discardFor);
  return {
    tutorial: () => show('tutorial'),
    first_online_game: () =>
      discardFor(() => {
        useMode.getState().setMode('online');
        void navigate('/');
      }),
    review: () => void navigate('/games?where=local'),
  };
}
