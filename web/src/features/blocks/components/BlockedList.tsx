import { useTranslation } from 'react-i18next';
import { avatarOf } from '@/entities/player/player.ts';
import { AvatarButton } from '@/components/ui/AvatarButton.tsx';
import { Name } from '@/components/ui/Name.tsx';
import { useBlocked } from '../api.ts';
import { BlockButton } from './BlockButton.tsx';

interface BlockedListProps {
  /** Opens a player's profile. */
  onProfile: (userId: string) => void;
}

/** Lists the blocked users, each with a button that unblocks them; renders nothing for an empty list. */
export function BlockedList({ onProfile }: BlockedListProps) {
  const { t } = useTranslation();
  const { data = [] } = useBlocked();
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="blocked-title" className="border-bs border-(--border-subtle) pbs-4">
      <h3 id="blocked-title" className="text-13 font-semibold text-muted">
        {t('blocks.title')}
      </h3>
      <ul>
        {data.map((player) => (
          <li key={player.id} className="flex min-h-14 items-center gap-3">
            <AvatarButton
              {...avatarOf(player)}
              size={32}
              className="opacity-60"
              onProfile={() => onProfile(player.id)}
            />
            <span className="grid min-w-0 flex-1">
              <Name name={player.displayName} className="text-14" />
            </span>
            <BlockButton player={player} />
          </li>
        ))}
      </ul>
    </section>
  );
}
