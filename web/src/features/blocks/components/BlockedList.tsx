import { useTranslation } from 'react-i18next';
import { avatarOf } from '@/entities/player/player.ts';
import { AvatarRing } from '@/components/ui/AvatarRing.tsx';
import { useBlocked } from '../api.ts';
import { BlockButton } from './BlockButton.tsx';

/** Whom one blocks, each with the way back; nothing while that is nobody. */
export function BlockedList() {
  const { t } = useTranslation();
  const { data = [] } = useBlocked();
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="blocked-title" className="border-bs border-(--hair) pbs-4">
      <h3 id="blocked-title" className="text-12 font-semibold text-muted">
        {t('blocks.title')}
      </h3>
      <ul>
        {data.map((person) => (
          <li key={person.id} className="flex min-h-14 items-center gap-3">
            <AvatarRing {...avatarOf(person)} size={32} className="opacity-60" />
            <span className="min-w-0 flex-1 truncate text-14 font-semibold">{person.displayName}</span>
            <BlockButton person={person} />
          </li>
        ))}
      </ul>
    </section>
  );
}
