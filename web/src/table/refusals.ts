import type { Refusal, Side } from '@fifteen/rules';
import { t } from '@/i18n/i18n.ts';
import { toast } from '@/ui/toast.ts';

/** Tells why a press changed nothing, in the words of core-of-play 5. */
export function explainRefusal(refusal: Refusal, waitingFor: { side: Side; name: string }): void {
  switch (refusal) {
    case 'centre-locked':
      return toast({ title: t('table.refused.locked'), description: t('table.refused.lockedText') });
    case 'occupied':
    case 'out-of-board':
      return toast({ title: t('table.refused.invalid'), description: t('table.refused.occupied') });
    case 'out-of-turn':
      return toast({
        title: t('table.refused.turn'),
        description: t('table.refused.turnText', { name: waitingFor.name }),
      });
    case 'not-active':
      return toast({ title: t('table.refused.inactive'), description: t('table.refused.inactiveText') });
  }
}
