import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from './Avatar.tsx';

interface AvatarButtonProps extends ComponentProps<typeof Avatar> {
  /** Opens the player's card; without it, the picture is not a button. */
  onProfile?: () => void;
}

/** A picture that opens the player's card. */
export function AvatarButton({ onProfile, ...face }: AvatarButtonProps) {
  const { t } = useTranslation();
  if (!onProfile) return <Avatar {...face} />;
  return (
    <button
      type="button"
      aria-label={t('gameView.profileOf', { name: face.name })}
      onClick={onProfile}
      className="-m-0.5 grid shrink-0 rounded-chip p-0.5 transition-transform duration-150 hover:scale-105"
    >
      <Avatar {...face} />
    </button>
  );
}
