import type { User } from '@fifteen/contract';
import { useTranslation } from 'react-i18next';
import { Reward } from '@/components/game-view/Reward.tsx';
import { Avatar } from '@/components/ui/Avatar.tsx';
import { avatarOf } from '@/entities/player/player.ts';
import { useGameRewards } from '../model/gameRewards.ts';

/** The frames that a game brought, each around the player's own picture. */
export function GameRewards({ gameId, user }: { gameId: string; user: User }) {
  const { t } = useTranslation();
  const earned = useGameRewards();
  if (earned.gameId !== gameId) return null;
  return earned.frames.map(({ id, name }) => (
    <Reward
      key={id}
      picture={<Avatar {...avatarOf(user)} frame={id} size={40} animated />}
      title={t('rewards.earned.badge')}
      text={name}
    />
  ));
}
