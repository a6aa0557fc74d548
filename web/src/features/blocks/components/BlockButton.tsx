import { Ban } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PlayerSummary } from '@/entities/player/player.ts';
import { Button } from '@/components/ui/Button.tsx';
import { useBlocking, useIsBlocked } from '../api.ts';

interface BlockButtonProps {
  player: PlayerSummary;
  onBlocked?: () => void;
  className?: string;
}

export function BlockButton({ player, onBlocked, className }: BlockButtonProps) {
  const { t } = useTranslation();
  const blocked = useIsBlocked(player.id);
  const blocking = useBlocking(player, onBlocked);
  const name = player.displayName;
  return (
    <Button
      variant={blocked ? 'secondary' : 'danger'}
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
