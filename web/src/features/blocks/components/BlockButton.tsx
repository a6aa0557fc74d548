import { Ban } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PlayerSummary } from '@/entities/player/player.ts';
import { Button } from '@/components/ui/Button.tsx';
import { useBlocking, useIsBlocked } from '../api.ts';

interface BlockButtonProps {
  person: PlayerSummary;
  onBlocked?: () => void;
  className?: string;
}

/** Blocks somebody, or lets them be met again. */
export function BlockButton({ person, onBlocked, className }: BlockButtonProps) {
  const { t } = useTranslation();
  const blocked = useIsBlocked(person.id);
  const blocking = useBlocking(person, onBlocked);
  const name = person.displayName;
  return (
    <Button
      look={blocked ? 'secondary' : 'danger'}
      className={className}
      aria-label={t(blocked ? 'blocks.unblockName' : 'blocks.blockName', { name })}
      disabled={blocked === undefined}
      busy={blocking.isPending}
      onClick={() => blocking.mutate(!blocked)}
    >
      {!blocked && !blocking.isPending && <Ban aria-hidden size={18} />}
      {t(blocked ? 'blocks.unblock' : 'blocks.block')}
    </Button>
  );
}
