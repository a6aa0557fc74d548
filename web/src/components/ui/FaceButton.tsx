import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { AvatarRing } from './AvatarRing.tsx';

interface FaceButtonProps extends ComponentProps<typeof AvatarRing> {
  /** Opens the player's card; without it, the picture is not a button. */
  onProfile?: () => void;
}

/** A picture that opens the player's card. */
export function FaceButton({ onProfile, ...face }: FaceButtonProps) {
  const { t } = useTranslation();
  if (!onProfile) return <AvatarRing {...face} />;
  return (
    <button
      type="button"
      aria-label={t('gameView.profileOf', { name: face.name })}
      onClick={onProfile}
      className="-m-0.5 grid shrink-0 rounded-chip p-0.5 transition-transform duration-150 hover:scale-105"
    >
      <AvatarRing {...face} />
    </button>
  );
}
