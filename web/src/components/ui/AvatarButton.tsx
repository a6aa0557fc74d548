import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from './Avatar.tsx';

interface AvatarButtonProps extends ComponentProps<typeof Avatar> {
  /** Opens the player's card; without it, the picture is not a button. */
  onProfile?: () => void;
}

/** A picture that opens the player's card. */
export function AvatarButton({ onProfile, ...avatar }: AvatarButtonProps) {
  const { t } = useTranslation();
  if (!onProfile) return <Avatar {...avatar} />;
  return (
    <button
      type="button"
      aria-label={t('gameView.profileOf', { name: avatar.name })}
      onClick={onProfile}
      className="-m-0.5 grid shrink-0 rounded-chip p-0.5 transition-transform duration-150 hover:scale-105"
    >
      <Avatar {...avatar} />
    </button>
  );
}
