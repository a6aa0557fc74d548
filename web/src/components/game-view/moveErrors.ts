import type { Refusal } from '@fifteen/rules';
import { t } from 'i18next';
import { toast } from '@/lib/toast.ts';

/** Why a press changed nothing, in the words of core-of-play 5. */
function wordsOf(refusal: Refusal, name: string): [title: string, description: string] {
  switch (refusal) {
    case 'centre-locked':
      return [t('table.refused.locked'), t('table.refused.lockedText')];
    case 'occupied':
    case 'out-of-board':
      return [t('table.refused.invalid'), t('table.refused.occupied')];
    case 'out-of-turn':
      return [t('table.refused.turn'), t('table.refused.turnText', { name })];
    case 'not-active':
      return [t('table.refused.inactive'), t('table.refused.inactiveText')];
  }
}

/** Tells it, for as long as the game goes on; `waitingFor`: the name of whose turn it is. */
export function explainMoveError(refusal: Refusal, waitingFor: string): void {
  const [title, description] = wordsOf(refusal, waitingFor);
  toast({ title, description, about: 'board' });
}
